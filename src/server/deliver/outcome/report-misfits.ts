import { newOrderedId } from '#server/base/ids.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { Begun } from '#server/store/queue/begin-attempt.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { shortId } from '#shared/format.ts'
import { deliveryTexts } from '#shared/texts.ts'

/**
 * Warns the owner of alerts that were sent as they are, because nothing that their template asks for
 * is in them: one log entry for each connection, counted.
 */
export async function reportMisfits(
  trx: Transacting,
  misfits: readonly Begun[],
  now: number,
): Promise<void> {
  for (const same of Map.groupBy(misfits, ({ waiting }) => waiting.connection_id).values()) {
    const { waiting, missing } = same.at(-1) as Begun
    await logError(trx, {
      id: newOrderedId(now),
      userId: waiting.user_id,
      source: 'plantilla',
      message: deliveryTexts.misfit(waiting.connection_name),
      isCritical: false,
      details: {
        connectionId: shortId(waiting.connection_id),
        alertId: waiting.alert_id,
        missing,
      },
      repeatKey: `misfit:${waiting.connection_id}`,
      count: same.length,
      now,
    })
  }
}
