/** Locates the alerts of a filter in time by their counts, without reading all alerts. */
import { type RawBuilder, sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { type Criteria, isFound } from './alert-criteria.ts'
import { BUCKET_MS } from './count-triggers.ts'
import { ALL_CONNECTIONS } from './roll-up.ts'

/** Milliseconds UTC, `to` exclusive. */
export type TimeRange = { from: number; to: number }

/** `limit` alerts from the `offset`th on. */
export type PageWindow = { offset: number; limit: number }

/** Criteria that the counts can answer. */
export type Countable = Omit<Criteria, 'search' | 'gaps'>

export type Located = {
  /** Number of alerts that match. */
  total: number
  /** Time ranges that contain the page's alerts, in page order. */
  ranges: TimeRange[]
  /** Number of the ranges' alerts before the page. */
  skip: number
}

export async function locateAlerts(
  owner: Owner,
  criteria: Countable,
  { newestFirst, offset, limit }: PageWindow & { newestFirst: boolean },
): Promise<Located> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc')
  const { added, loose } = countedBuckets(owner, criteria)
  // Each bucket holds at least one alert unless a loose change empties it, so this many buckets are enough.
  const { rows } = await sql<{ quarter: number | null; upto: number; n: number }>`
    with loose as materialized (${sql.join(loose, sql` union all `)}),
    near as (
      select quarter, n from (${added}) as added where n > 0 order by quarter ${direction}
      limit ${offset + limit} + (select count(*) from loose)
    ), counted as (
      select quarter, sum(n) as n
      from (select quarter, n from near union all select quarter, n from loose) as counts
      group by quarter having sum(n) > 0
    ), placed as (
      select quarter, cast(n as bigint) as n,
        cast(sum(n) over (order by quarter ${direction}) as bigint) as upto
      from counted
    )
    select cast(null as bigint) as quarter, 0 as n, cast(coalesce(sum(n), 0) as bigint) as upto
      from (select n from (${added}) as added union all select n from loose) as counts
    union all
    select quarter, n, upto from placed
      where upto > ${offset} and upto - n < ${offset + limit}`.execute(owner.db)
  const total = rows.find(({ quarter }) => quarter === null)?.upto ?? 0
  const located = rows
    .flatMap(({ quarter, n, upto }) => (quarter === null ? [] : { quarter, before: upto - n }))
    .sort((a, b) => a.before - b.before)
  const ranges = joined(located.map(({ quarter }) => clipped(quarter, criteria)))
  return { total, ranges, skip: offset - (located[0]?.before ?? offset) }
}

/**
 * Queries for rows of `quarter` and `n`. `added`: rolled-up counts, one row a bucket; `loose`: noted changes, and
 * alerts of the buckets that lie only partly within the bounds.
 */
function countedBuckets(owner: Owner, criteria: Countable) {
  const { connectionId, status, from = 0, to, ...others } = criteria
  others satisfies Record<string, never>
  const first = Math.ceil(from / BUCKET_MS)
  const beyond = to === undefined ? undefined : Math.max(first, Math.floor(to / BUCKET_MS))
  const edges = [
    { from, to: Math.min(first * BUCKET_MS, to ?? Number.POSITIVE_INFINITY) },
    ...(beyond === undefined || to === undefined ? [] : [{ from: beyond * BUCKET_MS, to }]),
  ]
  const whole = (table: string, isOf: RawBuilder<unknown>) => sql`
    select quarter, ${countOf(status)} as n from ${sql.table(table)} as counts
    where user_id = ${owner.userId} and ${isOf} and quarter >= ${first}
      and ${beyond === undefined ? sql`true` : sql`quarter < ${beyond}`}`
  const isOf = connectionId === undefined ? sql`true` : sql`connection_id = ${connectionId}`
  return {
    added: whole('quarter_counts', sql`connection_id = ${connectionId ?? ALL_CONNECTIONS}`),
    loose: [
      sql`select quarter, sum(n) as n from (${whole('count_changes', isOf)}) as notes group by quarter`,
      ...edges
        .filter(edge => edge.from < edge.to)
        .map(
          edge => sql`
            select ${sql.lit(Math.floor(edge.from / BUCKET_MS))} as quarter, count(*) as n
            from alerts where ${isFound(owner, { ...criteria, ...edge })}`,
        ),
    ],
  }
}

/** SQL expression: number of alerts with a status in a row of counts. */
const countOf = (status: DeliveryStatus | undefined): RawBuilder<number> =>
  sql.raw(status === undefined ? 'counts.total' : counts[status])

const counts: Record<DeliveryStatus, string> = {
  success: 'counts.successful',
  failed: 'counts.failed + counts.inactive',
  pending: 'counts.total - counts.successful - counts.failed - counts.inactive',
}

const clipped = (quarter: number, { from = 0, to }: Countable): TimeRange => ({
  from: Math.max(quarter * BUCKET_MS, from),
  to: Math.min((quarter + 1) * BUCKET_MS, to ?? Number.MAX_SAFE_INTEGER),
})

/** Merges adjacent ranges. */
function joined(ranges: readonly TimeRange[]): TimeRange[] {
  const all: TimeRange[] = []
  for (const span of ranges) {
    const last = all.at(-1)
    if (last?.to === span.from) last.to = span.to
    else if (last?.from === span.to) last.from = span.from
    else all.push({ ...span })
  }
  return all
}
