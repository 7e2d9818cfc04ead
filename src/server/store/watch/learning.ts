/** Rows that Vigía reads and writes when it learns: pages of alerts, their series, and the results. */
import { type RawBuilder, sql } from 'kysely'
import { forDatabase, isOneOf, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { refusalKeyOf } from '#server/store/rows/refusals.ts'
import { DAY_MS, MAX_WATCHED } from '#shared/limits.ts'
import { type Absence, EVERYONE, listAbsences } from './absences.ts'
import type { SeriesRow } from './series.ts'

/** Alerts per page. */
const PAGE = 10_000
export const ABSENCES_COUNT_MS = 90 * DAY_MS
const MOST_ABSENCES = 2_000

export const hasAlertsBehind = async (db: Database, after: string): Promise<boolean> => {
  const row = await db
    .selectFrom('alerts')
    .select('id')
    .where('id', '>', after)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The next alerts after one, as a JSON text for the learning thread: a list of lists of id, account, connection, name,
 * the connection's name and instant.
 */
export async function pageOfAlerts(reader: Database, after: string) {
  const columns = sql`id, user_id, connection_id, name, connection_name, received_at`
  const list = forDatabase(reader, {
    sqlite: sql<string>`json_group_array(json_array(${columns}))`,
    postgres: sql<string>`coalesce(json_agg(json_build_array(${columns}))::text, '[]')`,
  })
  const { rows } = await sql<{ page: string; count: number }>`
    select ${list} as page, count(*) as count from (
      select ${columns} from alerts where id > ${after}
      order by id limit ${sql.lit(PAGE)}) as alerts`.execute(reader)
  const { page = '[]', count = 0 } = rows[0] ?? {}
  return { page, hasMore: Number(count) === PAGE }
}

/** Facts that influence how a series is judged, besides its own row. */
export type Circumstances = {
  accounts: {
    user_id: string
    time_zone: string | null
    alarms: number | null
    connection_id: string | null
    /** Newest beat of the account, if all heartbeats that ever beat are silent and no series fired since; else null. */
    broken_since: number | null
  }[]
  absences: Absence[]
}

export type KnownSeries = SeriesRow & {
  connection_name: string
  is_active: number
  /** Latest refusal of a webhook of its connection since the series last fired; null without one. */
  refused_at: number | null
  fall_status: string | null
}

const known = sql`watched_series.*, connections.name as connection_name, connections.is_active,
  (select max(timestamp) from error_logs
    where error_logs.user_id = watched_series.user_id and timestamp > watched_series.last_fired_at
      and repeat_key in ${refusalKeyOf(sql.ref('watched_series.connection_id'))}) as refused_at,
  (select status from watch_alarms where watch_alarms.id = watched_series.fall_id) as fall_status`

export type SeriesKey = { user_id: string; connection_id: string; folded: string }

/** All series with the given keys: at one connection, with names that are equal except for numbers. */
export async function seriesOf(db: Database, keys: readonly SeriesKey[]): Promise<KnownSeries[]> {
  if (keys.length === 0) return []
  const given = rowsFromJson<SeriesKey>(db, JSON.stringify(keys), {
    user_id: 'text',
    connection_id: 'text',
    folded: 'text',
  })
  const { rows } = await sql<KnownSeries>`
    select ${known} from ${given} as given
    cross join watched_series cross join connections
    where watched_series.user_id = given.user_id
      and watched_series.connection_id = given.connection_id
      and watched_series.folded = given.folded
      and connections.id = watched_series.connection_id`.execute(db)
  return rows
}

/**
 * Series that are due to be judged, of the accounts that wait longest: all due series of an account, so that their
 * alarms are sent together.
 * @param some adds accounts until there are this many series; the last account may exceed it
 */
export async function dueSeries(
  db: Database,
  now: number,
  some: number,
): Promise<{ known: KnownSeries[]; isAll: boolean }> {
  const { rows: waiting } = await sql<{ user_id: string }>`
    select user_id from watched_series where judge_at <= ${now}
    order by judge_at limit ${sql.lit(some)}`.execute(db)
  const users = [...new Set(waiting.map(({ user_id }) => user_id))]
  if (users.length === 0) return { known: [], isAll: true }
  const isDueOf = (these: readonly string[]) =>
    sql`${isOneOf(db, 'watched_series.user_id', these)} and judge_at <= ${now}`
  const { rows: counts } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*) as count from watched_series where ${isDueOf(users)} group by user_id`.execute(
    db,
  )
  const countOf = new Map(counts.map(({ user_id, count }) => [user_id, Number(count)]))
  let sum = 0
  const chosen = users.filter(user => {
    const isChosen = sum < some
    sum += countOf.get(user) ?? 0
    return isChosen
  })
  const { rows } = await sql<KnownSeries>`
    select ${known} from watched_series
    left join connections on connections.id = watched_series.connection_id
    where ${isDueOf(chosen)} order by judge_at`.execute(db)
  return { known: rows, isAll: waiting.length < some && chosen.length === users.length }
}

export async function circumstancesOf(
  db: Database,
  whose: readonly { user_id: string; connection_id: string }[],
  now: number,
): Promise<Circumstances> {
  const users = [...new Set(whose.map(({ user_id }) => user_id))]
  const connections = [...new Set(whose.map(({ connection_id }) => connection_id))]
  if (users.length === 0) return { accounts: [], absences: [] }
  const { rows: accounts } = await sql<Circumstances['accounts'][number]>`
    select profiles.user_id, profiles.time_zone, watch_settings.alarms, connections.id as connection_id,
      (select case when count(*) = count(silent_since) and max(last_at) >= (
          select coalesce(max(last_fired_at), 0) from watched_series
          where watched_series.user_id = profiles.user_id) then max(last_at) end
        from heartbeats where heartbeats.user_id = profiles.user_id
          and last_at is not null) as broken_since
    from profiles
    left join watch_settings on watch_settings.user_id = profiles.user_id
    left join connections on connections.id = watch_settings.connection_id
      and connections.user_id = profiles.user_id
    where profiles.user_id in (${sql.join(users)})`.execute(db)
  const absences = await listAbsences(db, [EVERYONE, ...users, ...connections], {
    since: now - ABSENCES_COUNT_MS,
    most: MOST_ABSENCES,
  })
  return { accounts, absences }
}

const changing = {
  id: 'text',
  version: 'bigint',
  rhythm: 'text',
  recent: 'text',
  strip: 'text',
  firings: 'bigint',
  last_fired_at: 'bigint',
  state: 'text',
  state_since: 'bigint',
  expected_at: 'bigint',
  alarm_at: 'bigint',
  usual_gap: 'bigint',
  judge_at: 'bigint',
  limit_level: 'bigint',
  limit_at: 'bigint',
  fall_id: 'text',
} as const

const judged = {
  id: 'text',
  version: 'bigint',
  state: 'text',
  state_since: 'bigint',
  expected_at: 'bigint',
  alarm_at: 'bigint',
  usual_gap: 'bigint',
  judge_at: 'bigint',
  fall_id: 'text',
} as const

/** A series was changed after it was read: its results have to be computed again. */
export class SeriesChangedError extends Error {}

/**
 * Writes learned series.
 * @param json list of rows with the versions read
 * @param count number of rows
 * @throws SeriesChangedError
 */
export const writeLearned = (trx: Transacting, json: string, count: number) =>
  write(trx, changing, json, count)

/** Writes judged series in the same way. */
export const writeJudged = (trx: Transacting, json: string, count: number) =>
  write(trx, judged, json, count)

async function write(
  trx: Transacting,
  columns: Readonly<Record<string, 'bigint' | 'text'>>,
  json: string,
  count: number,
): Promise<void> {
  if (count === 0) return
  const changes = Object.keys(columns)
    .filter(column => column !== 'id' && column !== 'version')
    .map((column): RawBuilder<unknown> => sql`${sql.ref(column)} = given.${sql.ref(column)}`)
  const { numAffectedRows } = await sql`
    update watched_series set ${sql.join(changes)}, version = watched_series.version + 1
    from ${rowsFromJson(trx, json, columns)} as given
    where watched_series.id = given.id and watched_series.version = given.version`.execute(trx)
  if (Number(numAffectedRows ?? 0) !== count) throw new SeriesChangedError('a series has changed')
}

const inserted = {
  user_id: 'text',
  connection_id: 'text',
  name: 'text',
  folded: 'text',
  first_fired_at: 'bigint',
  silenced_until: 'bigint',
  ...changing,
} as const

/** Inserts series, except existing ones and those of removed connections. @param json list of rows */
export async function insertSeries(trx: Transacting, json: string): Promise<void> {
  const columns = Object.keys(inserted)
  const names = sql.join(columns.map(column => sql.ref(column)))
  await sql`
    insert into watched_series (${names})
    select ${sql.join(columns.map(column => sql`given.${sql.ref(column)}`))}
    from ${rowsFromJson(trx, json, inserted)} as given
    where exists (select 1 from connections
      where connections.id = given.connection_id and connections.user_id = given.user_id)
    on conflict do nothing`.execute(trx)
}

export async function deleteSeriesById(trx: Transacting, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('watched_series').where('id', 'in', ids).execute()
}

/** Milliseconds by which a series that fired only once counts as older. */
const ONCE_COUNTS_AS = 30 * DAY_MS

/** Deletes the least recently fired series beyond `MAX_WATCHED`. */
export async function trimSeries(trx: Transacting, userId: string): Promise<void> {
  await sql`
    delete from watched_series where id in (
      select id from watched_series where user_id = ${userId}
      order by last_fired_at - case when firings > 1 then 0 else ${sql.lit(ONCE_COUNTS_AS)} end desc, id
      limit 5000 offset ${sql.lit(MAX_WATCHED)})`.execute(trx)
}
