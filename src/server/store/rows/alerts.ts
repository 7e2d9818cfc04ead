import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import {
  asJson,
  belongsTo,
  databaseType,
  rowsFromJson,
  runForEach,
} from '#server/store/engine/dialect.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Tables, Transacting } from '#server/store/engine/schema.ts'
import { withAttempt } from './attempt-log.ts'
import { type MessageColumns, NO_MESSAGE } from './message-columns.ts'

export type AlertRow = Selectable<Tables['alerts']>
export type NewAlert = Pick<
  Required<Insertable<Tables['alerts']>>,
  | 'id'
  | 'user_id'
  | 'connection_id'
  | 'address_id'
  | 'connection_name'
  | 'name'
  | 'summary'
  | 'received_at'
  | 'received_from'
  | 'reading'
  | 'payload'
  | 'raw_body'
  | 'bar_time'
  | 'fired_at'
  | 'status'
  | 'error_code'
  | 'error_reason'
>

/**
 * This condition and the next two contain literals instead of parameters, to match the conditions of the indexes
 * `alerts_delivered`, `alerts_failed` and `alerts_settled`.
 */
export const isDelivered = sql<boolean>`status = 'success'`
/** Excludes alerts that came while their connection was switched off. */
export const isFailed = sql<boolean>`(status = 'failed' and coalesce(error_code, '') <> 'inactive')`
/** Excludes alerts that came while their connection was switched off. */
export const isSettled = sql<boolean>`(status <> 'pending' and coalesce(error_code, '') <> 'inactive')`

/** Columns for the message of an alert whose first attempt begins in the transaction that stores it. */
export type NewMessage = MessageColumns &
  Pick<AlertRow, 'missing' | 'taken' | 'misfit' | 'late_minutes' | 'first_attempt_at'>

/** An alert to store; with the columns of its message if its first attempt begins in the same transaction. */
export type GivenAlert = NewAlert & Partial<NewMessage>

export const insertAlerts = (trx: Transacting, alerts: readonly GivenAlert[]) =>
  trx.executeQuery(insertingAlerts(trx, alerts))

/**
 * @param alerts at least one
 * @returns a statement whose text does not depend on their number. SQLite runs it once per alert, six times as
 *   fast as reading rows of this width from JSON.
 */
export function insertingAlerts(trx: Transacting, alerts: readonly GivenAlert[]): CompiledQuery {
  const rows = alerts.map(alert => ({ ...WITHOUT_MESSAGE, ...alert, ...UNTRIED }))
  if (databaseType(trx) === 'postgres') return insertTogether.query(trx, asJson(rows))
  return runForEach(insertOne.query(trx), rows.map(valuesOf))
}

const WITHOUT_MESSAGE = { missing: '[]', taken: '[]' }
const UNTRIED = { attempts: 0, uncertain: 0, message_ids: '[]' } as const

const givenColumns = {
  id: 'text',
  user_id: 'text',
  connection_id: 'text',
  address_id: 'text',
  connection_name: 'text',
  name: 'text',
  summary: 'text',
  received_at: 'bigint',
  received_from: 'text',
  reading: 'text',
  payload: 'text',
  raw_body: 'text',
  bar_time: 'bigint',
  fired_at: 'bigint',
  status: 'text',
  error_code: 'text',
  error_reason: 'text',
  message_text: 'text',
  message_entities: 'text',
  message_times: 'text',
  message_buttons: 'text',
  message_picture: 'text',
  misfit: 'text',
  late_minutes: 'bigint',
  first_attempt_at: 'bigint',
  missing: 'text',
  taken: 'text',
  attempts: 'bigint',
  uncertain: 'bigint',
  message_ids: 'text',
} as const satisfies Record<keyof GivenRow, string>

type GivenRow = GivenAlert & typeof UNTRIED

const given = Object.keys(givenColumns) as (keyof typeof givenColumns)[]

const valuesOf = (row: GivenRow): unknown[] => given.map(column => row[column] ?? null)

const insertTogether = prepared((db, rows: string) =>
  db
    .insertInto('alerts')
    .columns(given)
    .expression(eb =>
      eb
        .selectFrom(
          rowsFromJson<Pick<AlertRow, (typeof given)[number]>>(db, rows, givenColumns).as('given'),
        )
        .select(given),
    ),
)

const insertOne = prepared(db =>
  db
    .insertInto('alerts')
    .columns(given)
    .expression(sql`values (${sql.join(given.map(() => null))})`),
)

/** @returns the ids under which an alert exists */
export async function existingAlerts(
  trx: Transacting,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await trx.selectFrom('alerts').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(row => row.id))
}

/** An alert; `came_by`: webhook address that received it, if the connection has or had several. */
export const readAlert = (owner: Owner, id: string) =>
  owner.db
    .selectFrom('alerts')
    .selectAll()
    .select(({ fn, ref, selectFrom }) =>
      fn
        .coalesce(
          ref('address_id'),
          selectFrom('connections')
            .select('connections.id')
            .whereRef('connections.id', '=', 'alerts.connection_id')
            .where('connections.user_id', '=', owner.userId)
            .where('addressed_since', 'is not', null),
        )
        .as('came_by'),
    )
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst()

export type ReadAlert = NonNullable<Awaited<ReturnType<typeof readAlert>>>

/** Columns of an alert for the report of its failure. */
export const readReported = (trx: Transacting, id: string) =>
  trx
    .selectFrom('alerts')
    .select(['id as alert_id', 'user_id', 'connection_id', 'connection_name', 'name', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Resets failed alerts to pending, as if they had just arrived.
 * @param before skips alerts that were resent at this instant or later
 * @returns ids of the reset alerts
 */
export async function requeueAlerts(
  own: OwnerTransacting,
  ids: readonly string[],
  now: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Set<string>> {
  const revived = await own.db
    .updateTable('alerts')
    .set(waitingAgain(now))
    .where(belongsTo(own.db, 'user_id', own.userId))
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .where(eb => eb.or([eb('resent_at', 'is', null), eb('resent_at', '<', before)]))
    .returning('id')
    .execute()
  return new Set(revived.map(row => row.id))
}

/** Resets a delivered alert and logs its delivery as an attempt. @returns its id; empty if not delivered any more */
export async function requeueDelivered(
  own: OwnerTransacting,
  { id, delivered_at, message_ids }: Pick<AlertRow, 'id' | 'delivered_at' | 'message_ids'>,
  now: number,
): Promise<Set<string>> {
  const delivery = {
    at: delivered_at ?? now,
    ms: 0,
    code: 'delivered',
    reason: null,
    counted: 0,
    message_ids: JSON.parse(message_ids),
  } as const
  const revived = await own.db
    .updateTable('alerts')
    .set({ ...waitingAgain(now), delivered_at: null, ...withAttempt(own.db, delivery) })
    .where(belongsTo(own.db, 'user_id', own.userId))
    .where('id', '=', id)
    .where('status', '=', 'success')
    .returning('id')
    .execute()
  return new Set(revived.map(row => row.id))
}

const waitingAgain = (now: number) =>
  ({
    status: 'pending',
    attempts: 0,
    next_attempt_at: null,
    error_code: null,
    error_reason: null,
    missing: '[]',
    taken: '[]',
    misfit: null,
    ...NO_MESSAGE,
    message_ids: '[]',
    late_minutes: null,
    sent_together: null,
    resent_at: now,
    first_attempt_at: null,
  }) as const

/** Connection and lane of each alert whose connection is switched on, in order of arrival. */
export const connectionsOfAlerts = (own: OwnerTransacting, ids: readonly string[]) =>
  own.db
    .selectFrom('alerts')
    .innerJoin('connections', 'connections.id', 'alerts.connection_id')
    .select([
      'alerts.id as alertId',
      'alerts.user_id as userId',
      'alerts.connection_id as connectionId',
      'connections.lane',
    ])
    .where(belongsTo(own.db, 'alerts.user_id', own.userId))
    .where(belongsTo(own.db, 'connections.user_id', own.userId))
    .where('connections.is_active', '=', 1)
    .where('alerts.id', 'in', ids)
    .orderBy('alerts.id')
    .execute()

/** Deletes alerts with their queued deliveries. @returns number of alerts; lanes of the deleted deliveries */
export async function deleteAlerts(
  { db, userId }: OwnerTransacting,
  ids: readonly string[],
): Promise<{ deleted: number; lanes: string[] }> {
  const cancelled = await db
    .deleteFrom('deliveries')
    .where(belongsTo(db, 'user_id', userId))
    .where('alert_id', 'in', ids)
    .returning('lane')
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where(belongsTo(db, 'user_id', userId))
    .where('id', 'in', ids)
    .executeTakeFirst()
  return { deleted: Number(numDeletedRows), lanes: [...new Set(cancelled.map(row => row.lane))] }
}
