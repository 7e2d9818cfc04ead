/** Counts of alerts by time and outcome: rolled-up counts plus changes that are only noted yet. */
import { sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import { BUCKET_MS } from './count-triggers.ts'
import type { TimeRange } from './counted-ranges.ts'
import { ALL_CONNECTIONS } from './roll-up.ts'

/** Received alerts; `inactive`: received while their connection was switched off, not included in `failed`. */
export type AlertCounts = { total: number; successful: number; failed: number; inactive: number }

const sums = sql.raw(
  ['total', 'successful', 'failed', 'inactive']
    .map(count => `cast(coalesce(sum(${count}), 0) as bigint) as ${count}`)
    .join(', '),
)
const columns = sql.raw('counts.total, counts.successful, counts.failed, counts.inactive')

/**
 * @param connectionId undefined: all connections
 * @param ranges aligned to 15-minute buckets
 * @returns each range with its counts
 */
export async function countWithin<const Ranges extends readonly TimeRange[]>(
  { db, userId }: Owner,
  connectionId: string | undefined,
  ranges: Ranges,
): Promise<{ -readonly [Place in keyof Ranges]: Ranges[Place] & AlertCounts }> {
  const buckets = ranges.map(({ from, to }) => ({
    first: Math.floor(from / BUCKET_MS),
    beyond: Math.floor(to / BUCKET_MS),
  }))
  // One index range per query: joined to a list of ranges, SQLite would first sort every row into its range.
  const added = buckets.map(
    ({ first, beyond }, place) => sql`
      select ${sql.lit(place)} as place, -1 as quarter, ${sums} from quarter_counts as counts
      where counts.user_id = ${userId} and ${isOf(connectionId ?? ALL_CONNECTIONS)}
        and counts.quarter >= ${first} and counts.quarter < ${beyond}`,
  )
  const noted = sql`
    select -1 as place, counts.quarter, ${sums} from count_changes as counts
    where counts.user_id = ${userId} and ${isOf(connectionId)} group by counts.quarter`
  // A single statement counts changes that are rolled up meanwhile exactly once.
  const { rows } = await sql<AlertCounts & { place: number; quarter: number }>`
    ${sql.join([...added, noted], sql` union all `)}`.execute(db)
  const counted = ranges.map((range, index) => {
    const { first = 0, beyond = 0 } = buckets[index] ?? {}
    const isWithin = ({ place, quarter }: (typeof rows)[number]) =>
      place === index || (quarter >= first && quarter < beyond)
    return { ...range, ...sum(rows.filter(isWithin)) }
  })
  return counted as { -readonly [Place in keyof Ranges]: Ranges[Place] & AlertCounts }
}

const sum = (parts: readonly AlertCounts[]): AlertCounts => ({
  total: parts.reduce((all, part) => all + part.total, 0),
  successful: parts.reduce((all, part) => all + part.successful, 0),
  failed: parts.reduce((all, part) => all + part.failed, 0),
  inactive: parts.reduce((all, part) => all + part.inactive, 0),
})

/** Counts of the whole history. */
export async function countAll(
  { db, userId }: Owner,
  connectionId: string | undefined,
): Promise<AlertCounts> {
  const whose = sql`counts.user_id = ${userId} and ${isOf(connectionId)}`
  const { rows } = await sql<AlertCounts>`
    select ${sums} from (
      select ${columns} from connection_counts as counts where ${whose}
      union all select ${columns} from count_changes as counts where ${whose}
    ) as counts`.execute(db)
  return sum(rows)
}

/** Connections with alerts in a range, busiest first. */
export async function countByConnection(
  { db, userId }: Owner,
  { from, to }: TimeRange,
): Promise<{ id: string; name: string; total: number }[]> {
  const within = sql`counts.user_id = ${userId}
    and counts.quarter >= ${Math.floor(from / BUCKET_MS)}
    and counts.quarter < ${Math.floor(to / BUCKET_MS)}`
  const { rows } = await sql<{ id: string; name: string; total: number }>`
    with noted as materialized (
      select connection_id, sum(total) as total from count_changes as counts
      where ${within} group by connection_id
    )
    select id, name, total from (
      select id, name, cast(
        (select coalesce(sum(counts.total), 0) from quarter_counts as counts
          where ${within} and counts.connection_id = connections.id)
        + coalesce(noted.total, 0) as bigint) as total
      from connections left join noted on noted.connection_id = connections.id
      where user_id = ${userId}
    ) as counted where total > 0 order by total desc, name`.execute(db)
  return rows
}

/**
 * @param ranges consecutive, aligned to 15-minute buckets
 * @returns each connection with its counts in each range
 */
export async function countEachWithin(
  { db, userId }: Owner,
  ranges: readonly TimeRange[],
): Promise<{ id: string; ranges: { total: number; failed: number }[] }[]> {
  const bucket = (instant: number) => Math.floor(instant / BUCKET_MS)
  const [from, beyond] = [bucket(ranges.at(0)?.from ?? 0), bucket(ranges.at(-1)?.to ?? 0)]
  const place = sql`case ${sql.join(
    ranges.map(({ to }, nth) => sql`when counts.quarter < ${bucket(to)} then ${sql.lit(nth)}`),
    sql` `,
  )} end`
  const within = sql`counts.user_id = ${userId} and counts.quarter >= ${from} and counts.quarter < ${beyond}`
  const counted = sql.raw(
    ['total', 'failed'].map(count => `cast(sum(counts.${count}) as bigint) as ${count}`).join(', '),
  )
  // A single statement counts changes that are rolled up meanwhile exactly once.
  const { rows } = await sql<{ id: string; place: number | null; total: number; failed: number }>`
    select connections.id, ${place} as place, ${counted}
    from connections cross join quarter_counts as counts
    where connections.user_id = ${userId} and counts.connection_id = connections.id and ${within}
    group by connections.id, place
    union all
    select counts.connection_id, ${place} as place, ${counted}
    from count_changes as counts where ${within} group by counts.connection_id, place
    union all
    select connections.id, null, 0, 0 from connections where connections.user_id = ${userId}
    `.execute(db)
  const counts = ranges.map(() => ({ total: 0, failed: 0 }))
  const each = new Map(
    rows.flatMap(({ id, place }) => (place === null ? [[id, structuredClone(counts)]] : [])),
  )
  for (const { id, place, total, failed } of rows) {
    const counted = place === null ? undefined : each.get(id)?.[place]
    if (!counted) continue
    counted.total += total
    counted.failed += failed
  }
  return [...each].map(([id, counted]) => ({ id, ranges: counted }))
}

const isOf = (connectionId: string | undefined) =>
  connectionId === undefined ? sql`true` : sql`counts.connection_id = ${connectionId}`
