import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import type { Observer } from '#server/observe/observer.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { WriteInDoubtError } from '#server/store/engine/store-errors.ts'
import type { FreeLanes } from '#server/store/queue/free-lanes.ts'
import type { ReceivingConnection } from '#server/store/rows/receiving-connections.ts'
import type { ReadBody } from '#shared/body/read-body.ts'
import { shortId } from '#shared/format.ts'
import { MAX_ID_LENGTH } from '#shared/limits.ts'
import { isTradingViews } from '#shared/tradingview/source-addresses.ts'
import type { KnownConnections } from './known-connections.ts'
import type { QueueBound } from './queue-bound.ts'
import { ResendWindow } from './resend-window.ts'
import { WebhookRate } from './webhook-rate.ts'
import {
  type NotTaken,
  type Received,
  release,
  send,
  type Webhook,
  type Written,
  writeAlerts,
} from './write-alerts.ts'

/** TradingView gives up after 3 s. */
const ANSWER_WITHIN_MS = 2_000

/** An alert on disk. If its connection is switched off, it is not sent. */
export type TakenAlert = Pick<Received, 'alertId' | 'userId' | 'connectionId' | 'isActive'>

export type AlertReceiver = {
  /**
   * Checks an address before the body is read: `unknown` if it leads to no connection, `unclear` if the database does
   * not answer in time.
   */
  admit: (addressId: string) => Promise<'open' | 'unknown' | 'unclear' | NotTaken>
  /**
   * @returns the first address that leads to a connection; undefined without one, or if the database does not answer
   *   in time
   */
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
  /** Max webhooks per second of a connection; undefined: no limit. */
  rate: number | undefined
  queueBound: QueueBound
  /** Set in processes that also send: alerts that may be sent at once are stored as begun. */
  freeLanes: FreeLanes | undefined
  /** Tells the dispatcher that alerts wait in these lanes. */
  wake: (lanes: string[]) => void
  /** Tells the dispatcher how many webhooks were stored together. */
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
  const group = new GroupCommit<Webhook, Written>(
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

  async function commit(addressId: string, body: ReadBody, receivedFrom: string): Promise<Written> {
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
