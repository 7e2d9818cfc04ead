import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import { keepFloodWait } from '#server/deliver/limits/send-gate.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { postponeDeliveries } from '#server/store/queue/repeat-deliveries.ts'
import { hasLongerWait } from '#server/store/queue/stored-flood-waits.ts'
import type { FailedAttempt } from '#server/store/rows/attempt-log.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { LONGEST_EXPECTED_FLOOD_WAIT } from '#server/telegram/failure-reasons.ts'
import { formatWait } from '#shared/format.ts'
import { CONTINUE, type DeliveryContext, type NextStep } from './delivery-context.ts'
import { failureEntry, panelOf } from './report-failures.ts'

/** Longer flood waits are notified. Milliseconds. */
const LONG_WAIT_MS = 60_000

/** Handles a flood wait: the lane waits, and possibly its bot; it does not count as an attempt. */
export async function settleFloodWait(
  {
    head,
    group,
    retryAfter,
  }: { head: QueuedDelivery; group: readonly QueuedDelivery[]; retryAfter: number },
  attempt: FailedAttempt,
  { writer, gate, live, delays }: DeliveryContext,
): Promise<NextStep> {
  const wait = Math.ceil(delays.floodWait(retryAfter))
  const keep = keepFloodWait(head.lane, wait, gate)
  const now = clock.now()
  const report = { head, failureReason: attempt, retryAfter, now }
  const longerThan = delays.floodWait(LONGEST_EXPECTED_FLOOD_WAIT)
  const isUnlikely = wait > longerThan
  await writer.writeUntilDone(async trx => {
    const isKnown =
      isUnlikely && (await hasLongerWait(trx, laneParts(head.lane), { now, longerThan }))
    await keep(trx)
    await postponeDeliveries(
      trx,
      group.map(waiting => ({ waiting, counted: 0, wait })),
      { now, uncertain: false },
      attempt,
    )
    if (isUnlikely && !isKnown) await reportUnlikelyWait(trx, report)
    else if (wait > LONG_WAIT_MS && !isUnlikely) await notifyWait(trx, report)
  })
  live.changed(head.user_id, 'alerts', 'notifications', 'errorLogs')
  return CONTINUE
}

type Report = {
  head: QueuedDelivery
  failureReason: FailureReason
  retryAfter: number
  now: number
}

const notifyWait = (
  trx: Transacting,
  { head, retryAfter, now }: Report,
  message = `Las alertas de «${head.connection_name}» esperan ${formatWait(retryAfter)} y se envían después, sin que hagas nada.`,
) =>
  notify(trx, {
    id: newOrderedId(now),
    userId: head.user_id,
    title: () => 'Telegram pide una pausa',
    message,
    type: 'warning',
    link: panelOf(head),
    repeatKey: `flood:${head.lane}`,
    count: 1,
    now,
  })

/** Reports a wait that no limit of Telegram's explains, so that the owner can act: once for the bot. */
async function reportUnlikelyWait(trx: Transacting, report: Report): Promise<void> {
  const { head, failureReason, now } = report
  await notifyWait(trx, report, failureReason.reason)
  await logError(trx, {
    ...failureEntry(head, failureReason, 1, now),
    message: failureReason.reason,
    isCritical: false,
  })
}
