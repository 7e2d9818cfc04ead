import { clock } from '#server/base/clock.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import {
  ageLimit,
  endOfHistory,
  type HistoryReader,
  type ListedAlert,
  newestAlerts,
  readPage,
  selectAlerts,
  selectResendable,
} from '#server/store/history/history.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import {
  connectionsOfAlerts,
  deleteAlerts,
  type ReadAlert,
  readAlert,
  requeueAlerts,
  requeueDelivered,
} from '#server/store/rows/alerts.ts'
import { mayHaveArrived, readAttempts } from '#server/store/rows/attempt-log.ts'
import { readConnection } from '#server/store/rows/connections.ts'
import {
  raiseHistoryFloor,
  raiseHistoryFloorBeyond,
  rememberDeleted,
} from '#server/store/rows/deleted-alerts.ts'
import { storedMessage } from '#server/store/rows/message-columns.ts'
import { repeatedKeys } from '#shared/body/repeated-keys.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import { markLate } from '#shared/message/late-mark.ts'
import type { Alert, AlertDetail, AlertSelection, Attempt } from '#shared/model/alert.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { invalidInput, signedIn } from './callers.ts'
import { instant, instantOrNull } from './instants.ts'

export function alertOperations({
  wake,
}: {
  /** Makes the dispatcher look at these lanes again, whose queued alerts may have changed. */
  wake: (lanes: string[]) => void
}) {
  async function deleteSelected(
    { owner, ...history }: HistoryReader & { owner: Owner },
    selection: AlertSelection,
  ) {
    const { ids, left } = await selectAlerts(history, selection)
    if (ids.length === 0) return { deleted: 0, left: 0 }
    const { deleted, lanes } = await ownerTransaction(owner, async own => {
      await rememberSelected(own, selection, { ids, left })
      return deleteAlerts(own, ids)
    })
    wake(lanes)
    return { deleted, left }
  }

  return {
    list: signedIn.alerts.list.handler(async ({ context, input }) => {
      const { rows, ...found } = await readPage(context, input)
      const { page, pageSize } = input
      return { items: rows.map(asAlert), page, pageSize, ...found }
    }),

    recent: signedIn.alerts.recent.handler(async ({ context: { reading }, input }) =>
      (await newestAlerts(reading, input)).map(asAlert),
    ),

    read: signedIn.alerts.read.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readAlert(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      return asDetail(row)
    }),

    resend: signedIn.alerts.resend.handler(async ({ context: { owner }, input, errors }) => {
      const { lanes, row } = await ownerTransaction(owner, async own => {
        const alert = await readAlert(own, input.id)
        if (!alert) throw errors.NOT_FOUND()
        const connection = await readConnection(own, alert.connection_id)
        if (!connection) throw errors.CONNECTION_GONE()
        if (connection.is_active === 0) throw errors.CONNECTION_INACTIVE()
        const now = clock.now()
        const { lanes } = await queueAgain(own, [alert.id], ids =>
          input.delivered && alert.status === 'success'
            ? requeueDelivered(own, alert, now)
            : requeueAlerts(own, ids, now),
        )
        return { lanes, row: await readAlert(own, alert.id) }
      })
      if (!row) throw errors.NOT_FOUND()
      wake(lanes)
      return asDetail(row)
    }),

    resendMany: signedIn.alerts.resendMany.handler(async ({ context, input }) => {
      const { owner, reading } = context
      const before = 'filter' in input ? await cutOff(reading, input.before) : undefined
      const { ids, left } = await selectResendable(context, input)
      if (ids.length === 0) return { resent: 0, left: 0 }
      // Not earlier than the list was read, or the next request would find the same alerts again.
      const now = Math.max(clock.now(), before ?? 0)
      const { resent, lanes } = await ownerTransaction(owner, own =>
        queueAgain(own, ids, some => requeueAlerts(own, some, now, before)),
      )
      wake(lanes)
      return { resent, left }
    }),

    deleteMany: signedIn.alerts.deleteMany.handler(({ context, input }) =>
      deleteSelected(context, input),
    ),

    purge: signedIn.alerts.purge.handler(async ({ context, input }) => {
      const before = instant(await ageLimit(context.owner.db, input.olderThanDays))
      return deleteSelected(context, { filter: {}, before })
    }),
  }
}

/** Remembers alerts about to be deleted one by one; of a whole history, oldest first, only how far it is deleted. */
async function rememberSelected(
  own: OwnerTransacting,
  selection: AlertSelection,
  { ids, left }: { ids: readonly string[]; left: number },
): Promise<void> {
  const isWhole =
    'filter' in selection && Object.values(selection.filter).every(value => value === undefined)
  if (!isWhole) await rememberDeleted(own, ids)
  else if (left > 0) await raiseHistoryFloorBeyond(own, ids)
  else await raiseHistoryFloor(own, Math.min(Date.parse(selection.before), clock.now() + 1))
}

/** Milliseconds by which a caller's clock may be ahead. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * The instant up to which a request resends, in milliseconds.
 * @throws INPUT_INVALID for an instant to come: the alerts would be marked as resent then
 */
export async function cutOff(reading: Owner, before: string): Promise<number> {
  const at = Date.parse(before)
  if (at > (await endOfHistory(reading)) + CLOCK_TOLERANCE_MS)
    throw invalidInput('before', 'Este instante aún no ha llegado. Escribe uno pasado.')
  return at
}

/** Queues alerts at the end of their lanes in order of arrival; alerts that `requeue` does not return stay as is. */
export async function queueAgain(
  own: OwnerTransacting,
  ids: readonly string[],
  requeue: (ids: readonly string[]) => Promise<Set<string>>,
) {
  const waiting = await connectionsOfAlerts(own, ids)
  if (waiting.length === 0) return { resent: 0, lanes: [] }
  const revived = await requeue(waiting.map(delivery => delivery.alertId))
  const deliveries = waiting.filter(delivery => revived.has(delivery.alertId))
  if (deliveries.length > 0) await insertDeliveries(own.db, deliveries)
  return { resent: deliveries.length, lanes: [...new Set(deliveries.map(({ lane }) => lane))] }
}

export const asAlert = (row: ListedAlert): Alert => ({
  id: row.id,
  name: row.name,
  connectionId: row.connection_id,
  connectionName: row.connection_name,
  timestamp: instant(row.received_at),
  receivedFrom: row.received_from,
  summary: row.summary,
  telegramDeliveryStatus: row.status,
  retryAttempts: Math.min(row.attempts, DELIVERY_MAX_ATTEMPTS),
  reason: row.error_reason,
  fits: row.misfit === null,
  gaps: row.misfit === null ? JSON.parse(row.missing).length : 0,
  deliveredInMs:
    row.delivered_at === null ? null : row.delivered_at - (row.resent_at ?? row.received_at),
})

const asDetail = (row: ReadAlert): AlertDetail => ({
  ...asAlert(row),
  addressId: row.came_by,
  reading: row.reading,
  receivedPayload: JSON.parse(row.payload),
  payloadText: JSON.stringify(parsePayload(row.payload), null, 2),
  repeatedKeys: repeatedKeys(row.payload),
  rawBody: row.raw_body,
  message: shownMessage(row),
  messageIds: JSON.parse(row.message_ids),
  sentTogether: row.sent_together,
  missing: JSON.parse(row.missing),
  taken: JSON.parse(row.taken),
  uncertain: row.uncertain === 1,
  barTime: instantOrNull(row.bar_time),
  firedAt: instantOrNull(row.fired_at),
  resentAt: instantOrNull(row.resent_at),
  firstAttemptAt: instantOrNull(row.first_attempt_at),
  deliveredAt: instantOrNull(row.delivered_at),
  nextAttemptAt: instantOrNull(row.next_attempt_at),
  attempts: attemptsOf(row.attempt_log),
})

/** Attempts of an alert's log, as the API returns them. */
export const attemptsOf = (log: string | null): Attempt[] =>
  readAttempts(log).map(({ at, ms, code, reason, counted, message_ids = [] }) => ({
    inDoubt: mayHaveArrived(code),
    at: instant(at),
    ms,
    reason,
    counted: counted === 1,
    messageIds: [...message_ids],
  }))

function shownMessage(row: ReadAlert): AlertDetail['message'] {
  const message = storedMessage(row)
  return message && { ...message, ...markLate(message, row.late_minutes) }
}
