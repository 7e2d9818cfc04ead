import { newOrderedId } from '#server/base/ids.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { OWN_FAULT, type PreparedAlert } from '#server/store/queue/begin-attempt.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { shortId } from '#shared/format.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'

/**
 * Warns the owner of alerts sent without their template: because the payload lacks all its fields, or because of an
 * internal error. One log entry for each connection and reason, with the number of alerts.
 */
export async function reportMisfits(
  trx: Transacting,
  sent: readonly PreparedAlert[],
  now: number,
): Promise<void> {
  for (const reason of reasons) {
    const begun = sent.filter(one => reasonOf(one) === reason)
    for (const same of Map.groupBy(begun, ({ waiting }) => waiting.connection_id).values())
      await report(trx, reason, same, now)
  }
}

export const isReported = (begun: PreparedAlert): boolean => reasonOf(begun) !== null

const reasons = ['misfit', 'fallback'] as const

function reasonOf({ misfit }: PreparedAlert): (typeof reasons)[number] | null {
  if (misfit === OWN_FAULT) return 'fallback'
  return misfit === null ? null : 'misfit'
}

function report(
  trx: Transacting,
  reason: (typeof reasons)[number],
  same: readonly PreparedAlert[],
  now: number,
): Promise<void> {
  const { waiting, missing } = same.at(-1) as PreparedAlert
  return logError(trx, {
    id: newOrderedId(now),
    userId: waiting.user_id,
    source: 'plantilla',
    message: deliveryTexts[reason](waiting.connection_name),
    isCritical: false,
    details: {
      connectionId: shortId(waiting.connection_id),
      alertId: waiting.alert_id,
      missing,
    },
    repeatKey: `${reason}:${waiting.connection_id}`,
    count: same.length,
    now,
  })
}
