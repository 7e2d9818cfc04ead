/** Finds alerts by a text, or in an order other than time, however long the history is. */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import { forDatabase } from '#server/store/engine/dialect.ts'
import { likeText } from '#server/store/engine/has-text.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { foldText } from '#shared/format.ts'
import { COUNTED_MATCHES } from '#shared/limits.ts'
import type { AlertSort } from '#shared/list-choices.ts'
import { alertsFound, alertsWithin, type Criteria, isFound, isKnownBy } from './alert-criteria.ts'
import { orderOf } from './alert-rows.ts'
import { type Countable, type Located, locateAlerts, type PageWindow } from './counted-ranges.ts'
import { slotOf } from './search-texts.ts'

export type Matches = {
  /** Ids of the page, in order. */
  ids: string[]
  /** At most 10,000 alerts match: the newest, or the oldest if the sort starts with those. */
  total: number
  /** True if there are, or may be, more matches. */
  more: boolean
}

/** Both databases index three letters or digits in a row; other texts are searched among the newest alerts only. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

const isIndexed = (text: string): boolean => HAS_TRIGRAM.test(foldText(text))

/** Up to this many alerts, reading them is faster than the index. */
const READ_AT_ONCE = 2_000

/** Alerts that match the criteria, in the given order. @param page all matches by default */
export async function matchingAlerts(
  owner: Owner,
  { search, gaps, ...criteria }: Criteria,
  sort: AlertSort,
  page: PageWindow = { offset: 0, limit: COUNTED_MATCHES },
): Promise<Matches> {
  // An index gives these in order of time.
  if (gaps || (search === undefined && criteria.status === undefined))
    return sorted(owner, inTimeOrder(owner, { ...criteria, gaps, search }, sort), sort, page)
  const indexed = search !== undefined && isIndexed(search) ? search : undefined
  const limit = indexed === undefined ? COUNTED_MATCHES : READ_AT_ONCE
  const window = { newestFirst: true, offset: 0, limit }
  const located = await locateAlerts(owner, criteria, window)
  if (indexed !== undefined && located.total > READ_AT_ONCE)
    return sorted(owner, indexedMatches(owner, criteria, indexed, sort), sort, page)
  const among = matchesAmong(located, owner, { ...criteria, search })
  const found = await sorted(owner, among, sort, page)
  return { ...found, more: located.total > COUNTED_MATCHES }
}

/** The oldest alerts are chosen for their own order, the newest for any other. */
const timeOrderOf = (sort: AlertSort) => (sort === 'timestamp-asc' ? sort : 'timestamp-desc')

/** Columns by which alerts are sorted. */
const sortedColumns = [
  'alerts.id',
  'alerts.name',
  'alerts.connection_name',
  'alerts.received_at',
] as const

const inTimeOrder = (owner: Owner, criteria: Criteria, sort: AlertSort) =>
  alertsFound(owner, criteria)
    .select(sortedColumns)
    .orderBy(orderOf(timeOrderOf(sort)))
    .limit(COUNTED_MATCHES + 1)

function indexedMatches(owner: Owner, criteria: Countable, search: string, sort: AlertSort) {
  const { from = 0, to } = criteria
  return (
    owner.db
      .selectFrom(textsWith(owner.db, foldText(search)).as('hit'))
      // Cross joins fix the order: from each hit to its alert, with the hits in order of time.
      .crossJoin('search_texts')
      .crossJoin('alerts')
      .select(sortedColumns)
      .where('hit.seq', '>=', slotOf(from))
      .where('hit.seq', '<', to === undefined ? Number.MAX_SAFE_INTEGER : slotOf(to + CROWDED_MS))
      .whereRef('search_texts.seq', '=', 'hit.seq')
      .where('search_texts.user_id', '=', owner.userId)
      .whereRef('alerts.id', '=', 'search_texts.alert_id')
      .where(isFound(owner, criteria))
      .orderBy('hit.seq', sort === 'timestamp-asc' ? 'asc' : 'desc')
      .limit(COUNTED_MATCHES + 1)
  )
}

type Sorted = { id: string; name: string; connection_name: string; received_at: number }

/** Sorts matches in the database, so that only the page leaves it. @param newest at most one more than are counted */
async function sorted(
  { db }: Owner,
  newest: AliasableExpression<Sorted>,
  sort: AlertSort,
  { offset, limit }: PageWindow,
): Promise<Matches> {
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized (select * from ${newest} as newest)
    select alerts.id, counted.total from (select count(*) as total from found) as counted
    left join (
      select * from (
        select * from found as alerts order by ${orderOf(timeOrderOf(sort))} limit ${COUNTED_MATCHES}
      ) as alerts order by ${orderOf(sort)}
      limit ${Math.max(0, Math.min(limit, COUNTED_MATCHES - offset))} offset ${offset}
    ) as alerts on true
    order by ${orderOf(sort)}`.execute(db)
  const total = rows[0]?.total ?? 0
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    total: Math.min(total, COUNTED_MATCHES),
    more: total > COUNTED_MATCHES,
  }
}

/** The `seq` of every search text that contains `text`. @param text folded, three characters or more */
const textsWith = (db: Database, text: string): RawBuilder<{ seq: number }> =>
  forDatabase(db, {
    sqlite: sql`(select rowid as seq from search_trigrams where text glob ${`*${globText(text)}*`})`,
    postgres: sql`(select seq from search_texts where text like ${`%${likeText(text)}%`})`,
  })

const globText = (text: string): string => text.replace(/[*?[]/g, '[$&]')

/** Milliseconds by which a slot can be later than its alert, when a great many arrive in one millisecond. */
const CROWDED_MS = 60_000

/** Matches among the newest alerts of the located ranges. */
function matchesAmong({ ranges }: Located, owner: Owner, criteria: Criteria) {
  const { search, gaps: _, ...countable } = criteria
  const candidates = alertsWithin(owner, countable, ranges)
    .select(sortedColumns)
    .orderBy(orderOf('timestamp-desc'))
    .limit(COUNTED_MATCHES)
  const all = owner.db.selectFrom(candidates.as('alerts')).selectAll()
  return search === undefined ? all : all.where(isKnownBy(search))
}
