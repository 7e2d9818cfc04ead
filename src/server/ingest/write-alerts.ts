import { newOrderedId } from '#server/base/ids.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import {
  arrivingDeliveries,
  askingContexts,
  askingForUnchanged,
  type FreeLanes,
  type Reservation,
} from '#server/store/queue/free-lanes.ts'
import { storeAlerts } from '#server/store/queue/store-alerts.ts'
import { existingAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import {
  type ReceivingConnection,
  receivingConnectionsAnd,
} from '#server/store/rows/receiving-connections.ts'
import type { ReadBody } from '#shared/body/read-body.ts'
import { shortId } from '#shared/format.ts'
import { hiddenNames } from '#shared/payload/key-names.ts'
import { bodyColumns } from './body-columns.ts'
import { describeRepair } from './describe-repair.ts'
import type { KnownConnections, ReadConnections } from './known-connections.ts'

export type Webhook = {
  alertId: string
  /** The connection's own id, or another address of it. */
  addressId: string
  body: ReadBody
  receivedAt: number
  receivedFrom: string
  /** True if an earlier request brought the alert and may have stored it. */
  isResend: boolean
  /** The alert's lane, reserved while the alert is stored as begun. */
  reservation?: Reservation | undefined
  /** `deliveries.seq`; set only for a reserved lane. */
  seq?: number | undefined
}

/** Reason why a connection does not take an alert. */
export type NotTaken = 'over-rate' | 'queue-full' | 'not-tradingview'

export type Received = {
  alertId: string
  userId: string
  connectionId: string
  lane: string
  name: string
  isActive: boolean
  /** True if the reservation sends the alert; its lane is not woken. */
  isBegun: boolean
}

type Writing = {
  known: Pick<KnownConnections, 'get' | 'recall' | 'remember'>
  refusal: (webhook: Webhook, connection: ReceivingConnection) => NotTaken | undefined
  freeLanes: FreeLanes | undefined
}

export type Written = Received | 'unknown' | NotTaken

/**
 * Stores the alerts of webhooks in their transaction. Cached connections are used if they are unchanged, which SQLite
 * checks together with the inserts; otherwise the connections are read first.
 */
export async function writeAlerts(
  trx: Transacting,
  webhooks: readonly Webhook[],
  writing: Writing,
): Promise<Written[]> {
  // Drop reservations made by a previous attempt of this transaction.
  webhooks.forEach(release)
  return (await writeRemembered(trx, webhooks, writing)) ?? writeRead(trx, webhooks, writing)
}

export function send({ reservation, seq }: Webhook): void {
  if (seq !== undefined) reservation?.send(seq)
}

export function release(webhook: Webhook): void {
  webhook.reservation?.release()
  webhook.reservation = undefined
}

/** @returns null if the connections have to be read first: no alert is stored then */
async function writeRemembered(
  trx: Transacting,
  webhooks: readonly Webhook[],
  { known, refusal, freeLanes }: Writing,
): Promise<Written[] | null> {
  if (webhooks.some(({ isResend, body }) => isResend || body.broke)) return null
  const recalled = known.recall(webhooks.map(({ addressId }) => addressId))
  if (!recalled) return null
  const { version, ...read } = recalled
  const taken = webhooks.map(webhook => takenBy(webhook, read, refusal))
  const fresh = taken.filter(one => typeof one === 'object')
  const isUnread = ({ received }: Fresh) =>
    !read.contexts.has(received.connectionId) && freeLanes?.mayLeave(received.lane)
  if (fresh.length < taken.length || fresh.some(isUnread)) return null
  const isStored = await store(trx, fresh, { contexts: read.contexts, freeLanes, version })
  if (!isStored) webhooks.forEach(release)
  return isStored ? fresh.map(written) : null
}

async function writeRead(
  trx: Transacting,
  webhooks: readonly Webhook[],
  { known, refusal, freeLanes }: Writing,
): Promise<Written[]> {
  const read = await readConnections(trx, webhooks, { known, freeLanes })
  const stored = await storedAlerts(trx, webhooks)
  const taken = webhooks.map(webhook =>
    takenBy(webhook, read, stored.has(webhook.alertId) ? () => undefined : refusal),
  )
  const fresh = taken
    .filter(one => typeof one === 'object')
    .filter(one => !stored.has(one.alert.id))
  for (const one of fresh) await warnOfRepair(trx, one)
  const empty = [...read.contexts].filter(([, context]) => context.is_empty === 1)
  if (fresh.length > 0) await store(trx, fresh, { contexts: new Map(empty), freeLanes })
  return taken.map(one => (typeof one === 'string' ? one : written(one)))
}

async function readConnections(
  trx: Transacting,
  webhooks: readonly Webhook[],
  { known, freeLanes }: Pick<Writing, 'known' | 'freeLanes'>,
): Promise<ReadConnections> {
  const addresses = [...new Set(webhooks.map(({ addressId }) => addressId))]
  const mayLeave = addresses.flatMap(address => {
    const connection = known.get(address)
    return connection && freeLanes?.mayLeave(connection.lane) ? connection.id : []
  })
  const [connections, contexts] = await receivingConnectionsAnd(
    trx,
    addresses,
    askingContexts(trx, mayLeave),
  )
  const read = { connections, contexts: new Map(contexts.map(row => [row.id, row])) }
  known.remember(read)
  return read
}

type Fresh = ReturnType<typeof alertOf> & { webhook: Webhook }

function takenBy(
  webhook: Webhook,
  { connections }: ReadConnections,
  refusal: Writing['refusal'],
): Fresh | 'unknown' | NotTaken {
  const connection = connections.get(webhook.addressId)
  if (!connection) return 'unknown'
  return refusal(webhook, connection) ?? { ...alertOf(webhook, connection), webhook }
}

const written = ({ received, webhook }: Fresh): Received => ({
  ...received,
  isBegun: webhook.reservation !== undefined,
})

/**
 * @param version line version: no alert is stored if it has changed, or if a reserved lane is not empty
 * @returns true if the alerts are stored
 */
async function store(
  trx: Transacting,
  fresh: readonly Fresh[],
  {
    contexts,
    freeLanes,
    version,
  }: Pick<ReadConnections, 'contexts'> & Pick<Writing, 'freeLanes'> & { version?: string },
): Promise<boolean> {
  const sent = fresh.filter(({ received }) => received.isActive)
  const arriving = sent.map(({ alert, received }) => ({ alert, lane: received.lane }))
  const reservations = await freeLanes?.reserve(trx, arrivingDeliveries(arriving, contexts))
  for (const { alert, webhook } of sent) webhook.reservation = reservations?.get(alert.id)
  const begun = sent.filter(({ webhook }) => webhook.reservation)
  const lanes = begun.map(({ alert: { user_id, connection_id }, received: { lane } }) => {
    return { lane, user_id, connection_id }
  })
  const seqs = await storeAlerts(trx, {
    alerts: fresh.map(({ alert, webhook }) => ({ ...alert, ...webhook.reservation?.message })),
    deliveries: sent.map(({ received }) => received),
    begun: begun.map(({ alert }) => alert.id),
    condition: version === undefined ? undefined : askingForUnchanged(trx, version, lanes),
  })
  for (const { alert, webhook } of begun) webhook.seq = seqs?.get(alert.id)
  return seqs !== null
}

async function storedAlerts(
  trx: Transacting,
  webhooks: readonly Webhook[],
): Promise<ReadonlySet<string>> {
  const resent = webhooks.filter(({ isResend }) => isResend).map(({ alertId }) => alertId)
  return resent.length === 0 ? new Set() : existingAlerts(trx, resent)
}

function alertOf(
  { alertId, body, receivedAt, receivedFrom, addressId }: Webhook,
  connection: ReceivingConnection,
) {
  const neverShown: string[] = JSON.parse(connection.never_shown)
  const columns = bodyColumns(body, connection.name, connection.configs, neverShown)
  const isActive = connection.is_active === 1
  const alert: NewAlert = {
    id: alertId,
    user_id: connection.user_id,
    connection_id: connection.id,
    address_id: connection.addressed_since === null ? null : addressId,
    connection_name: connection.name,
    received_at: receivedAt,
    received_from: receivedFrom,
    ...columns,
    ...(isActive
      ? { status: 'pending', error_code: null, error_reason: null }
      : { status: 'failed', error_code: 'inactive', error_reason: 'Conexión inactiva' }),
  }
  const { user_id: userId, lane } = connection
  return {
    alert,
    neverShown,
    received: { alertId, userId, connectionId: connection.id, lane, name: columns.name, isActive },
  }
}

async function warnOfRepair(
  trx: Transacting,
  { alert, webhook: { body, receivedAt }, neverShown }: Fresh,
): Promise<void> {
  if (!body.broke) return
  await logError(trx, {
    id: newOrderedId(receivedAt),
    userId: alert.user_id,
    source: 'webhook',
    message: `El mensaje de «${alert.connection_name}» no era JSON válido y se reparó para poder enviarlo.`,
    isCritical: false,
    details: {
      connectionId: shortId(alert.connection_id),
      alertId: alert.id,
      ...describeRepair(body.rawBody ?? body.payloadText, body.broke, hiddenNames(neverShown)),
    },
    repeatKey: `repaired:${alert.connection_id}`,
    count: 1,
    now: receivedAt,
  })
}
