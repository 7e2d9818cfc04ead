import { type RawBuilder, sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import { hasText } from '#server/store/engine/has-text.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import type { AlertFilter } from '#shared/model/alert.ts'
import type { TimeRange } from './counted-ranges.ts'

/** Filter of alerts; instants in milliseconds UTC, `to` exclusive. */
export type Criteria = {
  connectionId?: string | undefined
  status?: DeliveryStatus | undefined
  from?: number | undefined
  to?: number | undefined
  search?: string | undefined
  /** Only delivered alerts whose message was made by the template and lacked a value. */
  gaps?: true | undefined
}

/** @param before ISO 8601; further upper bound of the arrival, exclusive */
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

/** SQL condition: the alert belongs to the account and matches the criteria. */
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

/** Literals instead of parameters, to match the condition of the index `alerts_with_gaps`. */
export const hasGaps = sql<boolean>`missing <> '[]' and misfit is null and status = 'success'`

/**
 * SQL condition: the indexed text of the alert contains `text`. A subselect instead of `exists`, which PostgreSQL may
 * join: before it has analysed the table, that takes 13 s for 10,000 alerts instead of 50 ms.
 */
export const isKnownBy = (text: string): RawBuilder<boolean> =>
  sql`coalesce((select ${hasText('search_texts.text', text)} from search_texts
    where search_texts.alert_id = alerts.id limit 1), ${sql.lit(false)})`

export const alertsFound = (owner: Owner, criteria: Criteria) =>
  owner.db.selectFrom('alerts').where(isFound(owner, criteria))

/** Matching alerts received in one of the ranges, which lie within the criteria's bounds; reads only the ranges. */
export const alertsWithin = (owner: Owner, criteria: Criteria, ranges: readonly TimeRange[]) =>
  owner.db
    .selectFrom(
      rowsFromJson<TimeRange>(owner.db, JSON.stringify(ranges), {
        from: 'bigint',
        to: 'bigint',
      }).as('range'),
    )
    .crossJoin('alerts')
    // With the criteria's bounds too, the database would scan the index between those.
    .where(isFound(owner, { ...criteria, from: undefined, to: undefined }))
    .whereRef('alerts.received_at', '>=', 'range.from')
    .whereRef('alerts.received_at', '<', 'range.to')
