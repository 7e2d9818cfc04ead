/** What becomes of deliveries: a part sent, delivered, again later, failed. */
import type { Head } from './deliveries.ts'
import type { Transacting } from './schema.ts'

/** Rows named in one statement: databases allow only so many values. */
const STEP = 500

export type Trouble = { code: string; reason: string }

/** One part of a message has arrived: a later attempt goes on behind it. */
export const keepSentParts = (trx: Transacting, seq: number, sentIds: number[]) =>
  trx
    .updateTable('deliveries')
    .set({ sent_ids: JSON.stringify(sentIds) })
    .where('seq', '=', seq)
    .execute()

/** Delivered: even if the delivery was taken away meanwhile, for the message is in the chat. */
export async function completeDelivery(
  trx: Transacting,
  head: Pick<Head, 'seq' | 'alert_id' | 'attempts'>,
  messageIds: number[],
  now: number,
): Promise<void> {
  await trx.deleteFrom('deliveries').where('seq', '=', head.seq).execute()
  await trx
    .updateTable('alerts')
    .set({
      status: 'success',
      attempts: head.attempts + 1,
      next_attempt_at: null,
      error_code: null,
      error_reason: null,
      message_ids: JSON.stringify(messageIds),
      delivered_at: now,
    })
    .where('id', '=', head.alert_id)
    .execute()
}

/** The attempt is over without success, and there will be another one. */
export async function postponeDelivery(
  trx: Transacting,
  head: Pick<Head, 'seq' | 'alert_id'>,
  next: { attempts: number; wait: number; now: number; uncertain: boolean },
  trouble: Trouble,
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({
      attempts: next.attempts,
      due_at: next.now + next.wait,
      due_wait: next.wait,
      in_flight: 0,
    })
    .where('seq', '=', head.seq)
    .execute()
  await trx
    .updateTable('alerts')
    .set({
      attempts: next.attempts,
      next_attempt_at: next.now + next.wait,
      error_code: trouble.code,
      error_reason: trouble.reason,
      ...(next.uncertain ? { uncertain: 1 as const } : {}),
    })
    .where('id', '=', head.alert_id)
    .where('status', '=', 'pending')
    .execute()
}

/** The message stays, without what Telegram would not take of it, and is due at once. */
export async function simplifyMessage(
  trx: Transacting,
  head: Pick<Head, 'seq' | 'alert_id'>,
  without: 'formatting' | 'preview',
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ in_flight: 0, ...(without === 'preview' ? { link_preview: 0 as const } : {}) })
    .where('seq', '=', head.seq)
    .execute()
  if (without === 'formatting')
    await trx
      .updateTable('alerts')
      .set({ message_entities: '[]' })
      .where('id', '=', head.alert_id)
      .execute()
}

/** @returns the alerts whose deliveries were still there: they are failed now */
export async function failDeliveries(
  trx: Transacting,
  seqs: readonly number[],
  trouble: Trouble & { attempts?: number; uncertain?: boolean },
): Promise<string[]> {
  const failed: string[] = []
  for (let from = 0; from < seqs.length; from += STEP) {
    const rows = await trx
      .deleteFrom('deliveries')
      .where('seq', 'in', seqs.slice(from, from + STEP))
      .returning('alert_id')
      .execute()
    failed.push(...rows.map(row => row.alert_id))
  }
  for (let from = 0; from < failed.length; from += STEP)
    await trx
      .updateTable('alerts')
      .set({
        status: 'failed',
        next_attempt_at: null,
        error_code: trouble.code,
        error_reason: trouble.reason,
        ...(trouble.attempts === undefined ? {} : { attempts: trouble.attempts }),
        ...(trouble.uncertain ? { uncertain: 1 as const } : {}),
      })
      .where('id', 'in', failed.slice(from, from + STEP))
      .execute()
  return failed
}

/** What was on its way when the process ended may have arrived: it is sent again, and says so. */
export async function recoverInFlight(trx: Transacting): Promise<number> {
  const rows = await trx
    .updateTable('deliveries')
    .set({ in_flight: 0 })
    .where('in_flight', '=', 1)
    .returning('alert_id')
    .execute()
  for (const { alert_id } of rows)
    await trx.updateTable('alerts').set({ uncertain: 1 }).where('id', '=', alert_id).execute()
  return rows.length
}
