import type { Logger } from 'pino'
import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import { insertAlerts, type NewAlert } from '#server/store/alerts.ts'
import { receivingConnections } from '#server/store/connections.ts'
import { insertDeliveries } from '#server/store/deliveries.ts'
import { logError } from '#server/store/error-logs.ts'
import { GroupCommit } from '#server/store/group-commit.ts'
import type { Database, Transacting } from '#server/store/schema.ts'
import { alertName, payloadSummary } from '#shared/alert-identity.ts'
import { shortId } from '#shared/format.ts'
import { valueAt, valueText } from '#shared/message/payload.ts'
import type { ReadBody } from './read-body.ts'

type Webhook = { connectionId: string; body: ReadBody; receivedAt: number }

type Received = {
  alertId: string
  userId: string
  lane: string
  name: string
  isActive: boolean
}

export type AlertReceiver = {
  /**
   * Keeps an alert and what is to be sent of it.
   * @returns its id once it is on disk; null when there is no such connection
   * @throws StoreBusyError when it could not be written in time
   */
  receive: (connectionId: string, body: ReadBody) => Promise<string | null>
}

export function createAlertReceiver({
  db,
  live,
  wake,
  log,
}: {
  db: Database
  live: Live
  /** Tells the dispatcher that something waits in these lanes. */
  wake: (lanes: string[]) => void
  log: Logger
}): AlertReceiver {
  const group = new GroupCommit<Webhook, Received | null>(db, writeAlerts)
  return {
    async receive(connectionId, body) {
      const received = await group.commit({ connectionId, body, receivedAt: Date.now() })
      if (!received) return null
      const { alertId, userId, lane, name, isActive } = received
      if (isActive) {
        wake([lane])
        live.toast(userId, 'received', name)
      }
      live.changed(userId, 'alerts', 'connections')
      log.debug({ alertId, connection: shortId(connectionId), reading: body.reading }, 'received')
      return alertId
    },
  }
}

async function writeAlerts(
  trx: Transacting,
  webhooks: readonly Webhook[],
): Promise<(Received | null)[]> {
  const ids = [...new Set(webhooks.map(webhook => webhook.connectionId))]
  const connections = new Map(
    (await receivingConnections(trx, ids)).map(connection => [connection.id, connection]),
  )
  const kept = webhooks.map(webhook => {
    const connection = connections.get(webhook.connectionId)
    return connection && { ...alertOf(webhook, connection), webhook }
  })
  const alerts = kept.flatMap(one => one?.alert ?? [])
  if (alerts.length > 0) await insertAlerts(trx, alerts)
  const deliveries = kept.flatMap(one => (one?.received.isActive ? one.received : []))
  if (deliveries.length > 0) await insertDeliveries(trx, deliveries)
  for (const one of kept) if (one?.webhook.body.broke) await warnOfRepair(trx, one)
  return kept.map(one => one?.received ?? null)
}

type ReceivingConnection = Awaited<ReturnType<typeof receivingConnections>>[number]

function alertOf({ body, receivedAt, connectionId }: Webhook, connection: ReceivingConnection) {
  const alertId = newOrderedId(receivedAt)
  const name = alertName(body.payload, connection.name)
  const isActive = connection.is_active === 1
  const alert: NewAlert = {
    id: alertId,
    user_id: connection.user_id,
    connection_id: connectionId,
    connection_name: connection.name,
    name,
    summary: payloadSummary(body.payload),
    received_at: receivedAt,
    reading: body.reading,
    payload: body.payloadText,
    raw_body: body.rawBody,
    bar_time: instantAt(body, 'time'),
    fired_at: instantAt(body, 'timenow'),
    ...(isActive
      ? { status: 'pending', error_code: null, error_reason: null }
      : { status: 'failed', error_code: 'inactive', error_reason: 'Conexión inactiva' }),
  }
  const { user_id: userId, lane } = connection
  return { alert, received: { alertId, userId, connectionId, lane, name, isActive } }
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function instantAt({ payload }: ReadBody, key: string): number | null {
  const text = valueText(valueAt(payload, key))
  const instant = ISO_INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

function warnOfRepair(
  trx: Transacting,
  { alert, webhook }: { alert: NewAlert; webhook: Webhook },
): Promise<void> {
  return logError(trx, {
    id: newOrderedId(webhook.receivedAt),
    userId: alert.user_id,
    source: 'webhook',
    message: `El mensaje de «${alert.connection_name}» no era JSON válido y se reparó para poder enviarlo.`,
    isCritical: false,
    details: {
      connectionId: shortId(webhook.connectionId),
      alertId: alert.id,
      error: webhook.body.broke?.reason,
      excerpt: webhook.body.broke?.excerpt,
    },
    repeatKey: `repaired:${webhook.connectionId}`,
    count: 1,
    now: webhook.receivedAt,
  })
}
