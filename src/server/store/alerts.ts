import { type Insertable, type Selectable, sql } from 'kysely'
import { foldText } from '#shared/format.ts'
import { MAX_SELECTED_ALERTS, TIMED_DELIVERIES } from '#shared/limits.ts'
import type { AlertFilter, AlertQuery, AlertSelection, AlertSort } from '#shared/model/alert.ts'
import { folded } from './dialect.ts'
import type { Owner, OwnerTransacting } from './owner.ts'
import type { Tables, Transacting } from './schema.ts'

export type AlertRow = Selectable<Tables['alerts']>
export type NewAlert = Pick<
  Insertable<Tables['alerts']>,
  | 'id'
  | 'user_id'
  | 'connection_id'
  | 'connection_name'
  | 'name'
  | 'summary'
  | 'received_at'
  | 'reading'
  | 'payload'
  | 'raw_body'
  | 'bar_time'
  | 'fired_at'
  | 'status'
  | 'error_code'
  | 'error_reason'
>

export const insertAlerts = (trx: Transacting, alerts: readonly NewAlert[]) =>
  trx
    .insertInto('alerts')
    .values(
      alerts.map(alert => ({
        ...alert,
        attempts: 0,
        uncertain: 0 as const,
        missing: '[]',
        message_ids: '[]',
      })),
    )
    .execute()

/** @returns those of the ids under which there is an alert */
export async function existingAlerts(
  trx: Transacting,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await trx.selectFrom('alerts').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(row => row.id))
}

export const readAlert = (owner: Owner, id: string) =>
  owner.db
    .selectFrom('alerts')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** An alert as far as a report of its failure speaks of it. */
export const readReported = (trx: Transacting, id: string) =>
  trx
    .selectFrom('alerts')
    .select(['id as alert_id', 'user_id', 'connection_id', 'connection_name', 'name', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Failed alerts wait again as if they had just come. @returns those that had failed */
export async function reviveAlerts(
  own: OwnerTransacting,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const revived = await own.db
    .updateTable('alerts')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: null,
      error_code: null,
      error_reason: null,
      missing: '[]',
      message_text: null,
      message_entities: null,
      message_ids: '[]',
      late_minutes: null,
      sent_together: null,
      resent_at: now,
      first_attempt_at: null,
    })
    .where('user_id', '=', own.userId)
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .returning('id')
    .execute()
  return new Set(revived.map(row => row.id))
}

/** Where alerts go whose connection sends, in the order in which they came. */
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
    .where('alerts.user_id', '=', own.userId)
    .where('connections.user_id', '=', own.userId)
    .where('connections.is_active', '=', 1)
    .where('alerts.id', 'in', ids)
    .orderBy('alerts.id')
    .execute()

/** The failed ones of a selection whose connection sends, oldest first, and how many there are in all. */
export async function findResendable(owner: Owner, selection: AlertSelection) {
  const found = resendable(owner, selection)
  const [rows, { total }] = await Promise.all([
    found.select('alerts.id').orderBy('alerts.id').limit(MAX_SELECTED_ALERTS).execute(),
    found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(row => row.id), total }
}

function resendable(owner: Owner, selection: AlertSelection) {
  const found = filtered(owner, 'ids' in selection ? {} : selection.filter)
    .innerJoin('connections', 'connections.id', 'alerts.connection_id')
    .where('connections.is_active', '=', 1)
    .where('alerts.status', '=', 'failed')
  if ('ids' in selection) return found.where('alerts.id', 'in', selection.ids)
  const before = Date.parse(selection.before)
  return found
    .where('alerts.received_at', '<', before)
    .where(eb => eb.or([eb('alerts.resent_at', 'is', null), eb('alerts.resent_at', '<', before)]))
}

/** Milliseconds that a connection's latest deliveries took, those that were sent again left out. */
export async function latestDeliveryTimes(owner: Owner, connectionId: string): Promise<number[]> {
  const rows = await owner.db
    .selectFrom('alerts')
    .select(eb => eb('delivered_at', '-', eb.ref('received_at')).as('ms'))
    .where('user_id', '=', owner.userId)
    .where('connection_id', '=', connectionId)
    .where('status', '=', 'success')
    .where('resent_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(TIMED_DELIVERIES)
    .execute()
  return rows.map(row => Number(row.ms))
}

/** How many came in a span, which has no whole quarter of an hour: others are counted already. */
export async function countAlerts(
  owner: Owner,
  connectionId: string | undefined,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { count } = await filtered(owner, { connectionId })
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .executeTakeFirstOrThrow()
  return count
}

/** When the oldest one came; null while there is none. Milliseconds UTC. */
export async function firstAlertAt(
  owner: Owner,
  connectionId: string | undefined,
): Promise<number | null> {
  const row = await filtered(owner, { connectionId })
    .select('received_at')
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at ?? null
}

/** When the newest alert came that is settled, if it failed because Telegram answered nobody. */
export async function unansweredAt(owner: Owner): Promise<number | null> {
  const newest = await filtered(owner, {})
    .select(['received_at', 'error_code'])
    .where('status', '!=', 'pending')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.error_code === 'outage' ? newest.received_at : null
}

/** The alert that was delivered last, of one connection or of all that there are and were. */
export async function latestDelivery(owner: Owner, connectionId: string | undefined) {
  const { db, userId } = owner
  const candidates =
    connectionId === undefined
      ? sql`select id from connections where user_id = ${userId}
          union select connection_id from connection_counts where user_id = ${userId}`
      : sql`select cast(${connectionId} as text) as id`
  const { rows } = await sql<{ id: string; at: number }>`
    select id, at from (
      select id, (
        select max(delivered_at) from alerts
        where user_id = ${userId} and connection_id = candidates.id and status = 'success'
      ) as at from (${candidates}) as candidates
    ) as latest where at is not null order by at desc limit 1`.execute(db)
  const [latest] = rows
  if (!latest) return undefined
  const alert = await filtered(owner, { connectionId: latest.id, status: 'success' })
    .select(['id', 'name', 'received_at', 'resent_at'])
    .where('delivered_at', '=', latest.at)
    .limit(1)
    .executeTakeFirst()
  return alert && { ...alert, at: latest.at }
}

const listed = [
  'id',
  'name',
  'connection_id',
  'connection_name',
  'received_at',
  'resent_at',
  'summary',
  'status',
  'attempts',
  'error_reason',
  'delivered_at',
] as const

/** The newest ones, newest first. */
export const newestAlerts = (
  owner: Owner,
  { connectionId, limit }: { connectionId?: string | undefined; limit: number },
) =>
  filtered(owner, { connectionId })
    .select(listed)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** One page, and how many there are in all. */
export async function listAlerts(owner: Owner, query: AlertQuery) {
  const found = filtered(owner, query)
  const [rows, { total }] = await Promise.all([
    found
      .select(listed)
      .orderBy(eb => {
        const { column } = order[query.sort]
        return column === 'received_at' ? eb.ref(column) : folded(eb.ref(column))
      }, order[query.sort].direction)
      .orderBy('id', query.sort === 'timestamp-asc' ? 'asc' : 'desc')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export type ListedAlert = Awaited<ReturnType<typeof listAlerts>>['rows'][number]

const order: Record<
  AlertSort,
  {
    column: 'received_at' | 'name' | 'connection_name'
    direction: 'asc' | 'desc'
  }
> = {
  'timestamp-desc': { column: 'received_at', direction: 'desc' },
  'timestamp-asc': { column: 'received_at', direction: 'asc' },
  'alertName-asc': { column: 'name', direction: 'asc' },
  'alertName-desc': { column: 'name', direction: 'desc' },
  'connectionName-asc': { column: 'connection_name', direction: 'asc' },
  'connectionName-desc': { column: 'connection_name', direction: 'desc' },
}

function filtered(owner: Owner, filter: AlertFilter) {
  let query = owner.db.selectFrom('alerts').where('alerts.user_id', '=', owner.userId)
  if (filter.connectionId) query = query.where('alerts.connection_id', '=', filter.connectionId)
  if (filter.status) query = query.where('alerts.status', '=', filter.status)
  if (filter.from) query = query.where('alerts.received_at', '>=', Date.parse(filter.from))
  if (filter.to) query = query.where('alerts.received_at', '<', Date.parse(filter.to))
  if (filter.search) {
    const pattern = `%${foldText(filter.search).replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(eb =>
      eb.or(
        (['alerts.name', 'alerts.connection_name', 'message_text', 'payload'] as const).map(
          column => sql<boolean>`${folded(eb.ref(column))} like ${pattern} escape '\\'`,
        ),
      ),
    )
  }
  return query
}
