import { type RawBuilder, sql } from 'kysely'
import { belongsTo, folded, rowsFromJson } from '#server/store/engine/dialect.ts'
import { hasText } from '#server/store/engine/has-text.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { MAX_TRIAL_PAYLOAD_LENGTH, TRIAL_PAYLOADS } from '#shared/limits.ts'
import type { AlertSort } from '#shared/list-choices.ts'
import type { AlertFilter } from '#shared/model/alert.ts'
import type { TimeRange } from './locate-alerts.ts'

/** What is asked of alerts; times in milliseconds UTC, `to` not part of them. */
export type Criteria = {
  connectionId?: string | undefined
  status?: DeliveryStatus | undefined
  from?: number | undefined
  to?: number | undefined
  search?: string | undefined
  /** Only delivered ones that were written with the template and lacked a value. */
  gaps?: true | undefined
}

/** @param before only those that were received before that instant as well */
export function criteriaOf(filter: AlertFilter, before?: string): Criteria {
  const { from, to, connectionId, status, search, gaps, ...others } = filter
  others satisfies Record<string, never>
  const ends = [to, before].flatMap(end => (end === undefined ? [] : Date.parse(end)))
  return {
    connectionId: connectionId || undefined,
    status,
    search: search || undefined,
    gaps: gaps || undefined,
    from: from === undefined ? undefined : Date.parse(from),
    to: ends.length === 0 ? undefined : Math.min(...ends),
  }
}

/** Whether an alert of the account is what is asked for. */
export function isFound({ userId }: Owner, criteria: Criteria): RawBuilder<boolean> {
  const { connectionId, status, from, to, search, gaps, ...others } = criteria
  others satisfies Record<string, never>
  const conditions = [
    sql`alerts.user_id = ${userId}`,
    ...(connectionId === undefined ? [] : [sql`alerts.connection_id = ${connectionId}`]),
    ...(status === undefined ? [] : [sql`alerts.status = ${status}`]),
    ...(from === undefined ? [] : [sql`alerts.received_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`alerts.received_at < ${to}`]),
    ...(search === undefined ? [] : [isKnownBy(search)]),
    ...(gaps === undefined ? [] : [hasGaps]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Written out, not bound: so it is the condition of the index `alerts_with_gaps`. */
export const hasGaps = sql<boolean>`missing <> '[]' and misfit is null and status = 'success'`

/** Whether a text is found in an alert, as far as the search knows it. */
export const isKnownBy = (text: string): RawBuilder<boolean> =>
  sql`exists (select 1 from search_texts
    where search_texts.alert_id = alerts.id and ${hasText('search_texts.text', text)})`

export const alertsFound = (owner: Owner, criteria: Criteria) =>
  owner.db.selectFrom('alerts').where(isFound(owner, criteria))

/** Those of them that were received in one of the ranges, which are of the same time; no others are read. */
export const alertsWithin = (owner: Owner, criteria: Criteria, ranges: readonly TimeRange[]) =>
  owner.db
    .selectFrom(
      rowsFromJson<TimeRange>(owner.db, JSON.stringify(ranges), {
        from: 'bigint',
        to: 'bigint',
      }).as('range'),
    )
    .crossJoin('alerts')
    // With bounds of its own as well, an index would be read between those.
    .where(isFound(owner, { ...criteria, from: undefined, to: undefined }))
    .whereRef('alerts.received_at', '>=', 'range.from')
    .whereRef('alerts.received_at', '<', 'range.to')

/** What a row of the history shows. */
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

/** The newest first among equals. */
export const orderOf = (sort: AlertSort): RawBuilder<unknown> => orders[sort]

/** In the order of the ids; those that are gone are left out. */
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

/** The newest ones, newest first. */
export const newestAlerts = (
  owner: Owner,
  { connectionId, limit }: { connectionId?: string | undefined; limit: number },
) =>
  alertsFound(owner, { connectionId })
    .select(listColumns)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Those among the newest that came as JSON objects of a usual length, newest first. */
export const newestPayloads = (owner: Owner, connectionId?: string) =>
  owner.db
    .selectFrom(
      alertsFound(owner, { connectionId })
        .select(['id', 'name', 'connection_name', 'received_at', 'reading', 'payload'])
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(READ_FOR_TRIALS)
        .as('newest'),
    )
    .select(['id', 'name', 'connection_name', 'received_at', 'payload'])
    .where('reading', '!=', 'text')
    .where(
      ({ fn, val }) =>
        sql<boolean>`${fn('length', ['payload'])} < ${val(MAX_TRIAL_PAYLOAD_LENGTH)}`,
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TRIAL_PAYLOADS)
    .execute()

/** However many of them turn out to be nothing to try a template on. */
const READ_FOR_TRIALS = 5 * TRIAL_PAYLOADS
