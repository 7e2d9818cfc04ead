/** Ends of deliveries: a part was sent, all was sent, or they failed. */

import { inChunks } from '#server/store/engine/batches.ts'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { type Together, together } from '#server/store/engine/together.ts'
import { type FailedAttempt, withAttempt } from '#server/store/rows/attempt-log.ts'
import type { QueuedDelivery } from './deliveries.ts'

export type FailureReason = { code: string; reason: string }

/** Sent parts of a message: the id of each, and the offset in the text at which the next one begins. */
export type SentParts = { ids: readonly number[]; ends: readonly number[] }

/** Stores the parts of a message sent so far: the next attempt continues behind them. */
export const saveSentParts = (trx: Transacting, seq: number, { ids, ends }: SentParts) =>
  trx
    .updateTable('deliveries')
    .set({
      sent_ids: JSON.stringify(ids),
      sent_ends: JSON.stringify(ends),
      in_flight: 0,
      doubts: 0,
    })
    .where('seq', '=', seq)
    .execute()

/** Alerts delivered by one message, with the ids of its parts. @property at milliseconds UTC */
export type Delivered = {
  group: readonly Pick<QueuedDelivery, 'seq' | 'alert_id'>[]
  messageIds: readonly number[]
  at: number
}

/**
 * Marks alerts as delivered, even if a delivery was removed meanwhile: the message is in the chat.
 * @param ask runs its statements
 * @returns ids of the alerts that still exist
 */
export async function completeDeliveries(
  trx: Transacting,
  delivered: readonly Delivered[],
  ask: Together = together,
): Promise<ReadonlySet<string>> {
  const rows = delivered.flatMap(({ group, messageIds, at }) =>
    group.map(({ seq, alert_id }) => ({
      seq,
      id: alert_id,
      message_ids: JSON.stringify(messageIds),
      together: group.length,
      at,
    })),
  )
  const given = JSON.stringify(rows)
  const [, kept] = await ask(
    trx,
    removeDeliveries.query(trx, given),
    markDelivered.query(trx, given),
  )
  return new Set(kept.map(({ id }) => id))
}

const removeDeliveries = prepared((db, rows: string) =>
  db
    .deleteFrom('deliveries')
    .where('seq', 'in', eb =>
      eb
        .selectFrom(rowsFromJson<{ seq: number }>(db, rows, { seq: 'bigint' }).as('given'))
        .select('given.seq'),
    ),
)

type DeliveredRow = { id: string; message_ids: string; together: number; at: number }

const markDelivered = prepared((db, rows: string) =>
  db
    .updateTable('alerts')
    .from(
      rowsFromJson<DeliveredRow>(db, rows, {
        id: 'text',
        message_ids: 'text',
        together: 'bigint',
        at: 'bigint',
      }).as('given'),
    )
    .set(eb => ({
      status: 'success',
      attempts: eb('attempts', '+', 1),
      next_attempt_at: null,
      error_code: null,
      error_reason: null,
      message_ids: eb.ref('given.message_ids'),
      sent_together: eb.ref('given.together'),
      delivered_at: eb.ref('given.at'),
    }))
    .whereRef('alerts.id', '=', 'given.id')
    .returning('alerts.id'),
)

/**
 * Fails alerts. Deliveries that are in flight outside of the attempt may still arrive: their alerts are marked as
 * uncertain.
 * @param failureReason.attempt the attempt that failed, if they were part of one
 * @param failureReason.uncertain marks all the alerts as uncertain
 * @returns ids of the alerts whose deliveries still existed: they are failed now
 */
export async function failDeliveries(
  trx: Transacting,
  seqs: readonly number[],
  failureReason: FailureReason & { attempt?: FailedAttempt; uncertain?: boolean },
): Promise<string[]> {
  const failed: { alert_id: string; in_flight: 0 | 1 }[] = []
  for (const some of inChunks(seqs))
    failed.push(
      ...(await trx
        .deleteFrom('deliveries')
        .where('seq', 'in', some)
        .returning(['alert_id', 'in_flight'])
        .execute()),
    )
  const inDoubt = failed.filter(
    ({ in_flight }) => failureReason.uncertain || (in_flight === 1 && !failureReason.attempt),
  )
  await markFailed(trx, failed.map(idOf), failureReason)
  await markUncertain(trx, inDoubt.map(idOf))
  return failed.map(idOf)
}

const idOf = ({ alert_id }: { alert_id: string }) => alert_id

async function markFailed(
  trx: Transacting,
  ids: readonly string[],
  { code, reason, attempt }: FailureReason & { attempt?: FailedAttempt },
): Promise<void> {
  for (const some of inChunks(ids))
    await trx
      .updateTable('alerts')
      .set(eb => ({
        status: 'failed',
        next_attempt_at: null,
        error_code: code,
        error_reason: reason,
        ...(attempt
          ? { attempts: eb('attempts', '+', 1), ...withAttempt(trx, { ...attempt, counted: 1 }) }
          : {}),
      }))
      .where('id', 'in', some)
      .execute()
}

async function markUncertain(trx: Transacting, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids))
    await trx.updateTable('alerts').set({ uncertain: 1 }).where('id', 'in', some).execute()
}
