import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import type { Observer } from '#server/observe/observer.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { WriteInDoubtError } from '#server/store/engine/store-errors.ts'
import {
  askingForFree,
  type FreeConnection,
  type FreeLanes,
  ofFreeLanes,
  type Reservation,
} from '#server/store/queue/free-lanes.ts'
import { storeAlerts } from '#server/store/queue/store-alerts.ts'
import { existingAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import {
  type ReceivingConnection,
  receivingConnections,
  receivingConnectionsAnd,
} from '#server/store/rows/receiving-connections.ts'
import type { ReadBody } from '#shared/body/read-body.ts'
import { shortId } from '#shared/format.ts'
import { MAX_ID_LENGTH } from '#shared/limits.ts'
import { isTradingViews } from '#shared/tradingview/source-addresses.ts'
import { bodyColumns } from './body-columns.ts'
import type { KnownConnections } from './known-connections.ts'
import type { QueueBound } from './queue-bound.ts'
import { ResendWindow } from './resend-window.ts'
import { WebhookRate } from './webhook-rate.ts'

/** TradingView gives up after 3 s. */
const ANSWER_WITHIN_MS = 2_000

type Webhook = {
  alertId: string
  /** The connection's own id, or that of another address of it. */
  addressId: string
  body: ReadBody
  receivedAt: number
  receivedFrom: string
  /** An earlier request brought it, and it is unknown whether that one was stored. */
  isResend: boolean
  /** Its lane is kept for it while it is stored as begun. */
  reservation?: Reservation | undefined
  /** Of its delivery, where it has a reservation. */
  seq?: number | undefined
}

/** Why a connection does not take an alert. */
export type NotTaken = 'over-rate' | 'queue-full' | 'not-tradingview'

type Received = {
  alertId: string
  userId: string
  connectionId: string
  lane: string
  name: string
  isActive: boolean
  /** It leaves by itself. */
  isBegun: boolean
}

/** An alert that is on disk. Of a connection that is switched off it waits for nothing. */
export type TakenAlert = Pick<Received, 'alertId' | 'userId' | 'connectionId' | 'isActive'>

export type AlertReceiver = {
  /**
   * Asked before a body is read: `unknown` where there is no such connection, `unclear` where the
   * database does not say so in time.
   */
  admit: (addressId: string) => Promise<'open' | 'unknown' | 'unclear' | NotTaken>
  /** @returns the first of these that leads to a connection, if the database says so in time */
  firstKnown: (addressIds: readonly string[]) => Promise<string | undefined>
  /**
   * Stores an alert with its delivery. Idempotent for a body whose earlier write is in doubt.
   * @param from the sender's address
   * @returns the alert once it is on disk
   * @throws StoreBusyError when it could not be written in time
   */
  receive: (
    addressId: string,
    body: ReadBody,
    from: string,
  ) => Promise<TakenAlert | 'unknown' | NotTaken>
}

export function createAlertReceiver({
  db,
  live,
  known,
  rate,
  queueBound,
  freeLanes,
  wake,
  giveWay,
  observer,
  log,
}: {
  db: Database
  live: Live
  known: KnownConnections
  /** Webhooks a second of a connection; undefined: any number. */
  rate: number | undefined
  queueBound: QueueBound
  /** Where alerts are sent as well: those that may leave at once are stored as begun. */
  freeLanes: FreeLanes | undefined
  /** Tells the dispatcher that something waits in these lanes. */
  wake: (lanes: string[]) => void
  /** Tells the dispatcher that so many webhooks came together. */
  giveWay: (webhooks: number) => void
  observer: Pick<Observer, 'group'>
  log: Logger
}): AlertReceiver {
  const webhookRate = rate === undefined ? undefined : new WebhookRate(rate)
  const refusal = (webhook: Webhook, connection: ReceivingConnection): NotTaken | undefined => {
    if (connection.only_tradingview === 1 && !isTradingViews(webhook.receivedFrom))
      return 'not-tradingview'
    const isFull = connection.is_active === 1 && queueBound.isFull(connection)
    return isFull ? 'queue-full' : undefined
  }
  const group = new GroupCommit<Webhook, Received | 'unknown' | NotTaken>(
    db,
    (trx, webhooks) => writeAlerts(trx, webhooks, { known, refusal, freeLanes }),
    {
      keyOf: ({ addressId }) => addressId,
      ownerOf: ({ addressId }) => known.get(addressId)?.userId ?? addressId,
      onEnd(webhooks, isWritten) {
        giveWay(webhooks.length)
        webhooks.forEach(isWritten ? send : release)
        observer.group({ of: 'webhooks', size: webhooks.length, isWritten })
      },
    },
  )
  const resends = new ResendWindow()

  async function commit(
    addressId: string,
    body: ReadBody,
    receivedFrom: string,
  ): Promise<Received | 'unknown' | NotTaken> {
    const receivedAt = clock.now()
    const since = clock.monotonic()
    const resentId = resends.matchResend(addressId, body, since)
    const alertId = resentId ?? newOrderedId(receivedAt)
    const isResend = resentId !== null
    const webhook = { alertId, addressId, body, receivedAt, receivedFrom, isResend }
    try {
      return await group.commit(webhook, { patience: ANSWER_WITHIN_MS })
    } catch (error) {
      if (webhook.isResend || error instanceof WriteInDoubtError)
        resends.remember(addressId, body, { alertId, since })
      throw error
    }
  }

  return {
    async admit(addressId) {
      if (addressId.length > MAX_ID_LENGTH) return 'unknown'
      const connection = known.get(addressId) ?? (await known.lookUp(addressId))
      if (connection === undefined) return 'unclear'
      if (connection === null) return 'unknown'
      const { id: connectionId } = connection
      if (webhookRate?.take(connectionId, clock.monotonic()) === false) return 'over-rate'
      return queueBound.isKnownFull(connectionId) ? 'queue-full' : 'open'
    },
    async firstKnown(addressIds) {
      const short = addressIds.filter(id => id.length <= MAX_ID_LENGTH)
      const found = await Promise.all(short.map(id => known.get(id) ?? known.lookUp(id)))
      return short.find((_, nth) => found[nth])
    },
    async receive(addressId, body, from) {
      const received = await commit(addressId, body, from)
      if (received === 'unknown') known.forget(addressId)
      if (typeof received === 'string') return received
      const { alertId, userId, connectionId, lane, name, isActive, isBegun } = received
      if (known.get(addressId)?.lane !== lane) known.forget(addressId)
      if (isActive) {
        queueBound.add(userId)
        if (!isBegun) wake([lane])
        live.happened(userId, { what: 'received', alert: { id: alertId, name }, connectionId })
      }
      live.changed(userId, 'alerts', 'connections')
      if (body.broke) live.changed(userId, 'errorLogs')
      log.debug({ alertId, address: shortId(addressId), reading: body.reading }, 'received')
      return received
    },
  }
}

function send({ reservation, seq }: Webhook): void {
  if (seq !== undefined) reservation?.send(seq)
}

function release(webhook: Webhook): void {
  webhook.reservation?.release()
  webhook.reservation = undefined
}

type Writing = {
  known: Pick<KnownConnections, 'get'>
  refusal: (webhook: Webhook, connection: ReceivingConnection) => NotTaken | undefined
  freeLanes: FreeLanes | undefined
}

async function writeAlerts(
  trx: Transacting,
  webhooks: readonly Webhook[],
  { known, refusal, freeLanes }: Writing,
): Promise<(Received | 'unknown' | NotTaken)[]> {
  // Of an earlier try.
  webhooks.forEach(release)
  const ids = [...new Set(webhooks.map(webhook => webhook.addressId))]
  const mayLeave = ids.flatMap(id => {
    const connection = known.get(id)
    return connection && freeLanes?.mayLeave(connection.lane) ? connection.id : []
  })
  const [connections, free] =
    mayLeave.length === 0
      ? [await receivingConnections(trx, ids), []]
      : await receivingConnectionsAnd(trx, ids, askingForFree(trx, mayLeave))
  const stored = await storedAlerts(trx, webhooks)
  const read = webhooks.map(webhook => {
    const connection = connections.get(webhook.addressId)
    if (!connection) return 'unknown'
    const refused = stored.has(webhook.alertId) ? undefined : refusal(webhook, connection)
    return refused ?? { ...alertOf(webhook, connection), webhook }
  })
  const fresh = read.filter(one => typeof one === 'object').filter(one => !stored.has(one.alert.id))
  for (const one of fresh) if (one.webhook.body.broke) await warnOfRepair(trx, one)
  if (fresh.length > 0) await insert(trx, fresh, { free, freeLanes })
  return read.map(one =>
    typeof one === 'string'
      ? one
      : { ...one.received, isBegun: one.webhook.reservation !== undefined },
  )
}

type Fresh = ReturnType<typeof alertOf> & { webhook: Webhook }

async function insert(
  trx: Transacting,
  fresh: readonly Fresh[],
  { free, freeLanes }: { free: readonly FreeConnection[]; freeLanes: FreeLanes | undefined },
): Promise<void> {
  const sent = fresh.filter(({ received }) => received.isActive)
  const arriving = sent.map(({ alert, received }) => ({ alert, lane: received.lane }))
  const reservations = await freeLanes?.reserve(trx, ofFreeLanes(arriving, free))
  for (const { alert, webhook } of sent) webhook.reservation = reservations?.get(alert.id)
  const alerts = fresh.map(({ alert, webhook }) => ({ ...alert, ...webhook.reservation?.message }))
  const begun = [...(reservations?.keys() ?? [])]
  const seqs = await storeAlerts(
    trx,
    alerts,
    sent.map(({ received }) => received),
    begun,
  )
  for (const { alert, webhook } of sent) if (webhook.reservation) webhook.seq = seqs.get(alert.id)
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
  const columns = bodyColumns(
    body,
    connection.name,
    connection.configs,
    JSON.parse(connection.never_shown),
  )
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
    received: { alertId, userId, connectionId: connection.id, lane, name: columns.name, isActive },
  }
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
      connectionId: shortId(alert.connection_id),
      alertId: alert.id,
      error: webhook.body.broke?.reason,
      excerpt: webhook.body.broke?.excerpt,
    },
    repeatKey: `repaired:${alert.connection_id}`,
    count: 1,
    now: webhook.receivedAt,
  })
}
