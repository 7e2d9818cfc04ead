import { newOrderedId } from '#server/base/ids.ts'
import type { Head } from '#server/store/deliveries.ts'
import type { Trouble } from '#server/store/delivery-outcomes.ts'
import { logError } from '#server/store/error-logs.ts'
import { notify } from '#server/store/notifications.ts'
import type { Transacting } from '#server/store/schema.ts'
import { shortId } from '#shared/format.ts'
import { deliveryTexts } from '#shared/texts.ts'

/** What the owner reads of alerts that failed for one reason: an entry and a notification, counted. */
export async function reportFailures(
  trx: Transacting,
  head: Head,
  trouble: Trouble,
  count: number,
): Promise<void> {
  const entry = failureEntry(head, trouble, count, Date.now())
  await logError(trx, entry)
  await notify(trx, {
    id: newOrderedId(entry.now),
    userId: head.user_id,
    title:
      count === 1
        ? `Una alerta de «${head.connection_name}» no se entregó`
        : `${count} alertas de «${head.connection_name}» no se entregaron`,
    message: trouble.reason,
    type: 'error',
    link: panelOf(head),
    repeatKey: entry.repeatKey,
    count,
    now: entry.now,
  })
}

export const failureEntry = (head: Head, trouble: Trouble, count: number, now: number) => ({
  id: newOrderedId(now),
  userId: head.user_id,
  source: 'telegram',
  message: deliveryTexts.failed(head.name),
  isCritical: true,
  details: {
    connectionId: shortId(head.connection_id),
    alertId: head.alert_id,
    code: trouble.code,
    reason: trouble.reason,
    attempts: head.attempts + 1,
  },
  repeatKey: `${trouble.code}:${head.connection_id}`,
  count,
  now,
})

/** The panel's address names the whole id: it stays in the owner's own browser. */
export const panelOf = (head: Head): string => `/connections/${head.connection_id}/panel`
