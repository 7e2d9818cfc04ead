import { type RawBuilder, sql } from 'kysely'
import { belongsTo, folded } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertSort } from '#shared/list-choices.ts'

/** Columns shown in a row of the history. */
export const listColumns = [
  'alerts.id',
  'alerts.name',
  'alerts.connection_id',
  'alerts.connection_name',
  'alerts.received_at',
  'alerts.received_from',
  'alerts.resent_at',
  'alerts.summary',
  'alerts.status',
  'alerts.attempts',
  'alerts.error_reason',
  'alerts.misfit',
  'alerts.missing',
  'alerts.delivered_at',
] as const

const name = folded(sql.ref<string>('alerts.name'))
const connection = folded(sql.ref<string>('alerts.connection_name'))
const newest = sql`alerts.received_at desc, alerts.id desc`

const orders: Record<AlertSort, RawBuilder<unknown>> = {
  'timestamp-desc': newest,
  'timestamp-asc': sql`alerts.received_at, alerts.id`,
  'alertName-asc': sql`${name}, ${newest}`,
  'alertName-desc': sql`${name} desc, ${newest}`,
  'connectionName-asc': sql`${connection}, ${newest}`,
  'connectionName-desc': sql`${connection} desc, ${newest}`,
}

/** Sort expression; equal keys newest first. */
export const orderOf = (sort: AlertSort): RawBuilder<unknown> => orders[sort]

/** Rows in the order of the ids; deleted alerts are left out. */
export async function readListRows({ db, userId }: Owner, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('alerts')
    .select(listColumns)
    .where(belongsTo(db, 'user_id', userId))
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
