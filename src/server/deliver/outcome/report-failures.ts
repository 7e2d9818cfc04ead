import { newOrderedId } from '#server/base/ids.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { shortId } from '#shared/format.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { notificationTexts } from '#shared/texts/notifications.ts'

/** Fields of an alert that a report needs. */
export type Reported = Pick<
  QueuedDelivery,
  'user_id' | 'connection_id' | 'connection_name' | 'alert_id' | 'name' | 'attempts'
>

/** Reports alerts that failed for one reason to their owner: one log entry and one notification, with their number. */
export async function reportFailures(
  trx: Transacting,
  alert: Reported,
  failureReason: FailureReason,
  { count, now }: { count: number; now: number },
): Promise<void> {
  const entry = failureEntry(alert, failureReason, count, now)
  await logError(trx, entry)
  await notify(trx, {
    id: newOrderedId(now),
    userId: alert.user_id,
    title: all => notificationTexts.notDelivered([alert.connection_name], all),
    message: failureReason.reason,
    type: 'error',
    link: panelOf(alert),
    repeatKey: entry.repeatKey,
    count,
    now,
  })
}

export const failureEntry = (
  alert: Reported,
  failureReason: FailureReason,
  count: number,
  now: number,
) => ({
  id: newOrderedId(now),
  userId: alert.user_id,
  source: 'telegram',
  message: deliveryTexts.failed(alert.name),
  isCritical: true,
  details: {
    connectionId: shortId(alert.connection_id),
    alertId: alert.alert_id,
    code: failureReason.code,
    reason: failureReason.reason,
    attempts: alert.attempts + 1,
  },
  repeatKey: `${failureReason.code}:${alert.connection_id}`,
  count,
  now,
})

/** The path contains the whole connection id, which is secret: only the owner's browser gets it. */
export const panelOf = (alert: Reported): string => `/connections/${alert.connection_id}/panel`
