/** Writes attempts to disk before their requests leave. */

import { type Selectable, sql } from 'kysely'
import { asJson, belongsTo, rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Tables, Transacting } from '#server/store/engine/schema.ts'
import { type Together, together } from '#server/store/engine/together.ts'
import { type MessageColumns, messageColumns } from '#server/store/rows/message-columns.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import type { ComposedMessage } from '#shared/message/composed-message.ts'
import type { Taken } from '#shared/message/fill-template.ts'
import type { QueuedDelivery } from './deliveries.ts'
import { isPaused } from './pauses.ts'

/** Message of an alert, and how it was composed. */
export type Composed = {
  message: ComposedMessage
  missing: readonly string[]
  taken: readonly Taken[]
  /** `id:version` of the template if the payload lacks all its fields; or `OWN_FAULT`; null: the alert fits. */
  misfit: string | null
}

/** `misfit` of an alert whose template could not be filled because of an internal error. */
export const OWN_FAULT = 'own-fault'

/** An alert as it is written to disk before it is sent. */
export type PreparedAlert = Composed & { waiting: QueuedDelivery; lateMinutes: number | null }

/** The alerts of one message, in order. */
export type PreparedGroup = readonly [PreparedAlert, ...PreparedAlert[]]

/**
 * Stores which messages are sent, and which alerts together, before they are sent: once this is committed, these
 * messages may be in their chats.
 * @param ask runs the last statement
 * @returns for each message whether it was begun; it is not if, since they were read, one of its deliveries was
 *   removed, moved, cancelled or paused, or a connection was switched off, removed, or got another lane or token
 */
export async function beginAttempts(
  trx: Transacting,
  groups: readonly PreparedGroup[],
  now: number,
  ask: Together = together,
): Promise<boolean[]> {
  const given = groups.flatMap(group => {
    const [{ waiting: head }] = group
    return group.map(({ waiting }) => ({
      seq: waiting.seq,
      lane: head.lane,
      token: waiting.telegram_bot_token,
      group_seq: head.group_seq ?? head.seq,
    }))
  })
  // Two messages may name one delivery: it was moved after the first of them was read.
  const rows = await begin(trx, JSON.stringify(given))
  const lanes = new Map(rows.map(({ seq, lane }) => [seq, lane]))
  const isBegunIn = (lane: string) => (seq: number) => lanes.get(seq) === lane
  const isBegun = groups.map(group =>
    group.every(({ waiting }) => isBegunIn(group[0].waiting.lane)(waiting.seq)),
  )
  const refused = groups
    .filter((_, nth) => !isBegun[nth])
    .flatMap(group => rowsBefore(group).filter(({ seq }) => isBegunIn(group[0].waiting.lane)(seq)))
  if (refused.length > 0) await restore(trx, JSON.stringify(refused))
  const messages = groups.filter((_, nth) => isBegun[nth]).flat()
  const kept = asJson(messages.map(keptMessage))
  if (messages.length > 0) await ask(trx, keepMessages.query(trx, now, kept))
  return isBegun
}

/** Query that begins deliveries stored in this transaction, each as its own message. */
export const beginningDeliveries = (trx: Transacting, alertIds: readonly string[]) =>
  beginEach.query(trx, JSON.stringify(alertIds.map(id => ({ id }))))

const beginEach = prepared((db, rows: string) =>
  db
    .updateTable('deliveries')
    .from(rowsFromJson<{ id: string }>(db, rows, { id: 'text' }).as('given'))
    .set(eb => ({ in_flight: 1, group_seq: eb.ref('deliveries.seq') }))
    .whereRef('deliveries.alert_id', '=', 'given.id'),
)

/** Undoes an attempt that was written to disk, but not sent. */
export const undoBegin = (trx: Transacting, group: PreparedGroup) =>
  restore(trx, JSON.stringify(rowsBefore(group)))

/** `seq` of each delivery, and its `group_seq` before the attempt. */
const rowsBefore = (group: PreparedGroup) =>
  group.map(({ waiting }) => ({ seq: waiting.seq, group_seq: group[0].waiting.group_seq }))

/** Columns of an alert that hold its message. */
export const begunColumns = ({ message, missing, taken, misfit, lateMinutes }: PreparedAlert) => ({
  ...messageColumns(message),
  missing: JSON.stringify(missing),
  taken: JSON.stringify(taken),
  misfit,
  late_minutes: lateMinutes,
})

const keptMessage = (begun: PreparedAlert) => ({
  alert_id: begun.waiting.alert_id,
  ...begunColumns(begun),
})

type GivenRow = { seq: number; lane: string; token: string; group_seq: number }

const begin = prepared((db, rows: string) =>
  db
    .updateTable('deliveries')
    .from(
      rowsFromJson<GivenRow>(db, rows, {
        seq: 'bigint',
        lane: 'text',
        token: 'text',
        group_seq: 'bigint',
      }).as('given'),
    )
    .set(eb => ({ in_flight: 1, group_seq: eb.ref('given.group_seq') }))
    .whereRef('deliveries.seq', '=', 'given.seq')
    .where(eb => belongsTo(db, 'deliveries.lane', eb.ref('given.lane')))
    .where(sql<boolean>`not ${hasTombstone}`)
    .where(sql<boolean>`not ${isPaused('deliveries.user_id', 'deliveries.lane')}`)
    // No `exists`: PostgreSQL would read all connections for it.
    .where(
      eb =>
        eb
          .selectFrom('connections')
          .select('id')
          .whereRef('id', '=', 'deliveries.connection_id')
          .whereRef('connections.lane', '=', 'deliveries.lane')
          .whereRef('telegram_bot_token', '=', 'given.token')
          .where('is_active', '=', 1),
      'is not',
      null,
    )
    .returning(['deliveries.seq', 'deliveries.lane']),
)

const restore = prepared((db, rows: string) =>
  db
    .updateTable('deliveries')
    .from(
      rowsFromJson<{ seq: number; group_seq: number | null }>(db, rows, {
        seq: 'bigint',
        group_seq: 'bigint',
      }).as('given'),
    )
    .set(eb => ({ in_flight: 0, group_seq: eb.ref('given.group_seq') }))
    .whereRef('deliveries.seq', '=', 'given.seq'),
)

type KeptMessage = MessageColumns &
  Pick<Selectable<Tables['alerts']>, 'missing' | 'taken' | 'misfit' | 'late_minutes'> & {
    alert_id: string
  }

const keepMessages = prepared((db, now: number, rows: string) =>
  db
    .updateTable('alerts')
    .from(
      rowsFromJson<KeptMessage>(db, rows, {
        alert_id: 'text',
        message_text: 'text',
        message_entities: 'text',
        message_times: 'text',
        message_buttons: 'text',
        message_picture: 'text',
        missing: 'text',
        taken: 'text',
        misfit: 'text',
        late_minutes: 'bigint',
      }).as('given'),
    )
    .set(eb => ({
      message_text: eb.ref('given.message_text'),
      message_entities: eb.ref('given.message_entities'),
      message_times: eb.ref('given.message_times'),
      message_buttons: eb.ref('given.message_buttons'),
      message_picture: eb.ref('given.message_picture'),
      missing: eb.ref('given.missing'),
      taken: eb.ref('given.taken'),
      misfit: eb.ref('given.misfit'),
      late_minutes: eb.ref('given.late_minutes'),
      first_attempt_at: eb.fn.coalesce('first_attempt_at', eb.val(now)),
    }))
    .whereRef('alerts.id', '=', 'given.alert_id'),
)
