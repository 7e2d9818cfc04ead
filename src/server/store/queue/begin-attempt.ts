/** What is written of a send before it leaves. */
import { type Selectable, sql } from 'kysely'
import { belongsTo, rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Tables, Transacting } from '#server/store/engine/schema.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import type { Taken } from '#shared/message/fill-template.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import type { QueuedDelivery } from './deliveries.ts'

/** How the message of an alert was written. */
export type Composed = {
  message: RichMessage
  missing: readonly string[]
  taken: readonly Taken[]
  /** `id:version` of the template that nothing of the payload fits. */
  misfit: string | null
}

/** What goes to disk of an alert before it is sent. */
export type Begun = Composed & { waiting: QueuedDelivery; lateMinutes: number | null }

/**
 * From here on the message may be in the chat: what is sent, and what together, is on disk before
 * it is sent.
 * @param group the alerts of one message, in order
 * @returns whether everything is still as it was when they were read; if not, nothing is begun
 */
export async function beginAttempt(
  trx: Transacting,
  group: readonly [Begun, ...Begun[]],
  now: number,
): Promise<boolean> {
  const { group_seq, seq, lane } = group[0].waiting
  const given = group.map(({ waiting }) => ({
    seq: waiting.seq,
    token: waiting.telegram_bot_token,
  }))
  const begun = await begin(trx, group_seq ?? seq, lane, JSON.stringify(given))
  if (begun.length < group.length) {
    await notBegun(trx, group_seq, JSON.stringify(begun))
    return false
  }
  const messages = group.map(({ waiting, message, missing, taken, misfit, lateMinutes }) => ({
    alert_id: waiting.alert_id,
    message_text: message.text,
    message_entities: JSON.stringify(message.entities),
    missing: JSON.stringify(missing),
    taken: JSON.stringify(taken),
    misfit,
    late_minutes: lateMinutes,
  }))
  await keepMessages(trx, now, JSON.stringify(messages))
  return true
}

/** Undoes an attempt that was written down, and of which nothing has left. */
export const undoBegin = async (
  trx: Transacting,
  group: readonly [Begun, ...Begun[]],
): Promise<void> => {
  const seqs = group.map(({ waiting }) => ({ seq: waiting.seq }))
  await notBegun(trx, group[0].waiting.group_seq, JSON.stringify(seqs))
}

const begin = prepared((db, groupSeq: number, lane: string, rows: string) =>
  db
    .updateTable('deliveries')
    .from(
      rowsFromJson<{ seq: number; token: string }>(db, rows, { seq: 'bigint', token: 'text' }).as(
        'given',
      ),
    )
    .set({ in_flight: 1, group_seq: groupSeq })
    .whereRef('deliveries.seq', '=', 'given.seq')
    .where(belongsTo(db, 'deliveries.lane', lane))
    .where(sql<boolean>`not ${hasTombstone}`)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('connections')
          .select('id')
          .whereRef('id', '=', 'deliveries.connection_id')
          .whereRef('connections.lane', '=', 'deliveries.lane')
          .whereRef('telegram_bot_token', '=', 'given.token')
          .where('is_active', '=', 1),
      ),
    )
    .returning('deliveries.seq'),
)

const notBegun = prepared((db, groupSeq: number | null, rows: string) =>
  db
    .updateTable('deliveries')
    .from(rowsFromJson<{ seq: number }>(db, rows, { seq: 'bigint' }).as('given'))
    .set({ in_flight: 0, group_seq: groupSeq })
    .whereRef('deliveries.seq', '=', 'given.seq'),
)

type KeptMessage = Pick<
  Selectable<Tables['alerts']>,
  'message_text' | 'message_entities' | 'missing' | 'taken' | 'misfit' | 'late_minutes'
> & { alert_id: string }

const keepMessages = prepared((db, now: number, rows: string) =>
  db
    .updateTable('alerts')
    .from(
      rowsFromJson<KeptMessage>(db, rows, {
        alert_id: 'text',
        message_text: 'text',
        message_entities: 'text',
        missing: 'text',
        taken: 'text',
        misfit: 'text',
        late_minutes: 'bigint',
      }).as('given'),
    )
    .set(eb => ({
      message_text: eb.ref('given.message_text'),
      message_entities: eb.ref('given.message_entities'),
      missing: eb.ref('given.missing'),
      taken: eb.ref('given.taken'),
      misfit: eb.ref('given.misfit'),
      late_minutes: eb.ref('given.late_minutes'),
      first_attempt_at: eb.fn.coalesce('first_attempt_at', eb.val(now)),
    }))
    .whereRef('alerts.id', '=', 'given.alert_id'),
)
