import { newOrderedId } from '#server/base/ids.ts'
import type { Begun } from '#server/store/begin-attempt.ts'
import { logError } from '#server/store/error-logs.ts'
import type { Transacting } from '#server/store/schema.ts'
import { shortId } from '#shared/format.ts'
import { deliveryTexts } from '#shared/texts.ts'

/** Those that are sent as they are, for nothing of them fits their template, and nobody was told yet. */
export const newMisfits = (group: readonly Begun[]): Begun[] =>
  group.filter(({ waiting, misfit }) => misfit !== null && waiting.message_text === null)

/** What the owner reads of them: one warning a connection, counted. */
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
