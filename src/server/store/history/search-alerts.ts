/** Finds alerts by a text, however long the history is. */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import { forDatabase } from '#server/store/engine/dialect.ts'
import { likeText } from '#server/store/engine/has-text.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { foldText } from '#shared/format.ts'
import { COUNTED_MATCHES } from '#shared/limits.ts'
import type { AlertSort } from '#shared/list-choices.ts'
import {
  alertsFound,
  alertsWithin,
  type Criteria,
  isFound,
  isKnownBy,
  orderOf,
} from './find-alerts.ts'
import { type Countable, type Located, locateAlerts } from './locate-alerts.ts'
import { slotOf } from './search-texts.ts'

export type Matches = {
  /** At most 10,000: the newest, or the oldest if the sort starts with those. */
  ids: string[]
  /** True if there are, or may be, more matches. */
  more: boolean
}

/** Both databases index three letters or digits in a row; other texts are searched among the newest alerts. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

export const isIndexed = (text: string): boolean => HAS_TRIGRAM.test(foldText(text))

/** Up to this many alerts, reading them is faster than the index. */
const READ_AT_ONCE = 2_000

/** Alerts that contain the search text, or lack a value, in the given order. */
export async function matchingAlerts(
  owner: Owner,
  { search = '', gaps, ...criteria }: Criteria,
  sort: AlertSort,
): Promise<Matches> {
  if (gaps) return withGaps(owner, { ...criteria, gaps, search: search || undefined }, sort)
  const limit = isIndexed(search) ? READ_AT_ONCE : COUNTED_MATCHES
  const window = { newestFirst: sort !== 'timestamp-asc', offset: 0, limit }
  const located = await locateAlerts(owner, criteria, window)
  return isIndexed(search) && located.total > READ_AT_ONCE
    ? indexedMatches(owner, criteria, search, sort)
    : matchesAmong(located, owner, { ...criteria, search }, sort)
}

/** Reads alerts with gaps by their own partial index. */
async function withGaps(owner: Owner, criteria: Criteria, sort: AlertSort): Promise<Matches> {
  const newest = alertsFound(owner, criteria)
    .select(['alerts.id', 'alerts.name', 'alerts.connection_name', 'alerts.received_at'])
    .orderBy(orderOf(sort === 'timestamp-asc' ? sort : 'timestamp-desc'))
    .limit(COUNTED_MATCHES + 1)
  return sorted(owner, newest, sort)
}

async function indexedMatches(
  owner: Owner,
  criteria: Countable,
  search: string,
  sort: AlertSort,
): Promise<Matches> {
  const { from = 0, to } = criteria
  const newest = owner.db
    .selectFrom(textsWith(owner.db, foldText(search)).as('hit'))
    // Cross joins fix the order: from each hit to its alert, with the hits in order of time.
    .crossJoin('search_texts')
    .crossJoin('alerts')
    .select(['alerts.id', 'alerts.name', 'alerts.connection_name', 'alerts.received_at'])
    .where('hit.seq', '>=', slotOf(from))
    .where('hit.seq', '<', to === undefined ? Number.MAX_SAFE_INTEGER : slotOf(to + CROWDED_MS))
    .whereRef('search_texts.seq', '=', 'hit.seq')
    .where('search_texts.user_id', '=', owner.userId)
    .whereRef('alerts.id', '=', 'search_texts.alert_id')
    .where(isFound(owner, criteria))
    .orderBy('hit.seq', sort === 'timestamp-asc' ? 'asc' : 'desc')
    .limit(COUNTED_MATCHES + 1)
  return sorted(owner, newest, sort)
}

type Sorted = { id: string; name: string; connection_name: string; received_at: number }

/** @param newest matches, one more than are returned */
async function sorted(
  { db }: Owner,
  newest: AliasableExpression<Sorted>,
  sort: AlertSort,
): Promise<Matches> {
  const rows = await db
    .selectFrom(newest.as('alerts'))
    .select('alerts.id')
    .orderBy(orderOf(sort))
    .execute()
  const ids = rows.map(row => row.id)
  return { ids: ids.slice(0, COUNTED_MATCHES), more: ids.length > COUNTED_MATCHES }
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

async function matchesAmong(
  { ranges, total }: Located,
  owner: Owner,
  criteria: Criteria,
  sort: AlertSort,
): Promise<Matches> {
  const { search = '', gaps: _, ...countable } = criteria
  const candidates = alertsWithin(owner, countable, ranges)
    .select(['alerts.id', 'alerts.name', 'alerts.connection_name', 'alerts.received_at'])
    .orderBy(orderOf(sort === 'timestamp-asc' ? sort : 'timestamp-desc'))
    .limit(COUNTED_MATCHES)
  const rows = await owner.db
    .selectFrom(candidates.as('alerts'))
    .select('alerts.id')
    .where(isKnownBy(search))
    .orderBy(orderOf(sort))
    .execute()
  return { ids: rows.map(row => row.id), more: total > COUNTED_MATCHES }
}
