/** What becomes of deliveries: a part sent, delivered, postponed, failed. */

import { inChunks } from '#server/store/engine/batches.ts'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared, together } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { isDelivered } from '#server/store/rows/alerts.ts'
import type { QueuedDelivery } from './deliveries.ts'
import { laneParts } from './lane-key.ts'

export type Trouble = { code: string; reason: string }

/** What has arrived of a message: the id of each part, and where in the text the next one begins. */
export type SentParts = { ids: readonly number[]; ends: readonly number[] }

/** One part of a message has arrived: the next attempt goes on behind it. */
export const saveSentParts = (trx: Transacting, seq: number, { ids, ends }: SentParts) =>
  trx
    .updateTable('deliveries')
    .set({ sent_ids: JSON.stringify(ids), sent_ends: JSON.stringify(ends), in_flight: 0 })
    .where('seq', '=', seq)
    .execute()

/** Alerts that one message has brought into the chat, by the ids of its parts. */
export type Delivered = {
  group: readonly Pick<QueuedDelivery, 'seq' | 'alert_id'>[]
  messageIds: readonly number[]
}

/**
 * Marks alerts as delivered, even if a delivery was removed meanwhile: the message is in the chat.
 * @returns the ids of the alerts that are still kept
 */
export async function completeDeliveries(
  trx: Transacting,
  delivered: readonly Delivered[],
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = delivered.flatMap(({ group, messageIds }) =>
    group.map(({ seq, alert_id }) => ({
      seq,
      id: alert_id,
      message_ids: JSON.stringify(messageIds),
      together: group.length,
    })),
  )
  const given = JSON.stringify(rows)
  const [, kept] = await together(
    trx,
    removeDeliveries.query(trx, given),
    markDelivered.query(trx, now, given),
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

type DeliveredRow = { id: string; message_ids: string; together: number }

const markDelivered = prepared((db, now: number, rows: string) =>
  db
    .updateTable('alerts')
    .from(
      rowsFromJson<DeliveredRow>(db, rows, {
        id: 'text',
        message_ids: 'text',
        together: 'bigint',
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
      delivered_at: now,
    }))
    .whereRef('alerts.id', '=', 'given.id')
    .returning('alerts.id'),
)

/** One alert of an attempt without success: whether the attempt counts, and the wait until the next. */
export type Postponed = { waiting: QueuedDelivery; counted: 0 | 1; wait: number }

/**
 * The attempt is over without success and will be repeated: the same group byte for byte when this
 * attempt or one before it may have arrived, else what stands in the lane by then.
 */
export async function postponeDeliveries(
  trx: Transacting,
  postponed: readonly Postponed[],
  { now, uncertain }: { now: number; uncertain: boolean },
  trouble: Trouble,
): Promise<void> {
  for (const { waiting, counted, wait } of postponed) {
    await trx
      .updateTable('deliveries')
      .set(eb => ({
        attempts: eb('attempts', '+', counted),
        due_at: now + wait,
        due_wait: wait,
        in_flight: 0,
        ...(uncertain ? {} : { group_seq: waiting.group_seq }),
      }))
      .where('seq', '=', waiting.seq)
      .execute()
    await trx
      .updateTable('alerts')
      .set(eb => ({
        attempts: eb('attempts', '+', counted),
        next_attempt_at: now + wait,
        error_code: trouble.code,
        error_reason: trouble.reason,
        ...(uncertain ? { uncertain: 1 as const } : {}),
      }))
      .where('id', '=', waiting.alert_id)
      .where('status', '=', 'pending')
      .execute()
  }
}

/** Takes back an attempt that was counted by mistake, with the wait that followed it. */
export async function uncountAttempts(trx: Transacting, seqs: readonly number[]): Promise<void> {
  const rows = await trx
    .updateTable('deliveries')
    .set(eb => ({ attempts: eb('attempts', '-', 1), due_at: 0, due_wait: 0 }))
    .where('seq', 'in', seqs)
    .where('attempts', '>', 0)
    .returning('alert_id')
    .execute()
  for (const { alert_id } of rows)
    await trx
      .updateTable('alerts')
      .set(eb => ({ attempts: eb('attempts', '-', 1), next_attempt_at: null }))
      .where('id', '=', alert_id)
      .execute()
}

/** A refused group is sent one by one, at once. */
export const splitGroup = (trx: Transacting, group: readonly QueuedDelivery[]) =>
  trx
    .updateTable('deliveries')
    .set({ in_flight: 0, group_seq: null, alone: 1 })
    .where(
      'seq',
      'in',
      group.map(({ seq }) => seq),
    )
    .execute()

/** What a message can do without. */
export type SimplerPart = 'formatting' | 'preview' | 'buttons'

/**
 * The message stays, without what Telegram would not take of it, and is due at once. Without its
 * formatting it has other parts, so that the number of those sent would say nothing any more.
 */
export async function simplifyMessage(
  trx: Transacting,
  group: readonly QueuedDelivery[],
  { without, sent }: { without: SimplerPart; sent: SentParts },
): Promise<void> {
  for (const waiting of group) {
    await trx
      .updateTable('deliveries')
      .set({
        in_flight: 0,
        group_seq: waiting.group_seq,
        sent_ends: JSON.stringify(sent.ends),
        ...(without === 'preview' ? { link_preview: 0 as const } : {}),
      })
      .where('seq', '=', waiting.seq)
      .execute()
    if (without !== 'preview')
      await trx
        .updateTable('alerts')
        .set(
          without === 'buttons'
            ? { message_buttons: null }
            : { message_entities: '[]', message_times: null },
        )
        .where('id', '=', waiting.alert_id)
        .execute()
  }
}

/**
 * Those that are on their way, and were not tried by the caller, may arrive all the same.
 * @returns the alerts whose deliveries were still there: they are failed now
 */
export async function failDeliveries(
  trx: Transacting,
  seqs: readonly number[],
  trouble: Trouble & { wasTried?: boolean; uncertain?: boolean },
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
    ({ in_flight }) => trouble.uncertain || (in_flight === 1 && !trouble.wasTried),
  )
  await markFailed(trx, failed.map(idOf), trouble)
  await markUncertain(trx, inDoubt.map(idOf))
  return failed.map(idOf)
}

const idOf = ({ alert_id }: { alert_id: string }) => alert_id

async function markFailed(
  trx: Transacting,
  ids: readonly string[],
  { code, reason, wasTried }: Trouble & { wasTried?: boolean },
): Promise<void> {
  for (const some of inChunks(ids))
    await trx
      .updateTable('alerts')
      .set(eb => ({
        status: 'failed',
        next_attempt_at: null,
        error_code: code,
        error_reason: reason,
        ...(wasTried ? { attempts: eb('attempts', '+', 1) } : {}),
      }))
      .where('id', 'in', some)
      .execute()
}

async function markUncertain(trx: Transacting, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids))
    await trx.updateTable('alerts').set({ uncertain: 1 }).where('id', 'in', some).execute()
}

/** What was in flight when a process ended may have arrived: it is sent again as it was, and says so. */
export async function recoverInFlight(
  trx: Transacting,
  left: readonly Pick<QueuedDelivery, 'seq' | 'alert_id'>[],
): Promise<void> {
  for (const { seq } of left)
    await trx.updateTable('deliveries').set({ in_flight: 0 }).where('seq', '=', seq).execute()
  await markUncertain(trx, left.map(idOf))
}

/** When messages were sent to a lane's chat between two instants, the oldest first. Milliseconds UTC. */
export async function sentBetween(
  db: Database,
  lane: string,
  [from, to]: readonly [number, number],
): Promise<number[]> {
  const { userId } = laneParts(lane)
  const rows = await db
    .selectFrom('connections')
    .innerJoin('alerts', join =>
      join
        .onRef('alerts.user_id', '=', 'connections.user_id')
        .onRef('alerts.connection_id', '=', 'connections.id'),
    )
    .select(eb => ['alerts.message_ids', eb.fn.max<number>('alerts.delivered_at').as('sent_at')])
    .where('connections.user_id', '=', userId)
    .where('connections.lane', '=', lane)
    .where(isDelivered)
    .where('alerts.delivered_at', '>', from)
    .where('alerts.delivered_at', '<', to)
    .groupBy('alerts.message_ids')
    .orderBy('sent_at')
    .execute()
  return rows.map(row => row.sent_at)
}
