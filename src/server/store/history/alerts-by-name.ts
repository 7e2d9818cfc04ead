import { sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertPage } from './alerts-by-time.ts'
import { alertsWithin, isFound, listColumns, orderOf, readListRows } from './find-alerts.ts'
import { type Countable, locateAlerts, type PageWindow } from './locate-alerts.ts'
import { slotOf } from './search-texts.ts'

/** Up to this many alerts, sorting is faster than the index. */
const SORTED_AT_ONCE = 2_000

/** A page sorted by name, newest first within a name. Long histories read the names from the search index. */
export async function pageByName(
  owner: Owner,
  criteria: Countable,
  sort: 'alertName-asc' | 'alertName-desc',
  part: PageWindow,
): Promise<AlertPage> {
  const all = { newestFirst: true, offset: 0, limit: SORTED_AT_ONCE }
  const { total, ranges } = await locateAlerts(owner, criteria, all)
  if (total > SORTED_AT_ONCE)
    return {
      total,
      rows: await readListRows(owner, await namedAlerts(owner, criteria, sort, part)),
    }
  const rows = await alertsWithin(owner, criteria, ranges)
    .select(listColumns)
    .orderBy(orderOf(sort))
    .limit(part.limit)
    .offset(part.offset)
    .execute()
  return { total, rows }
}

/** Ids of the page's alerts, read name by name in index order. */
async function namedAlerts(
  owner: Owner,
  criteria: Countable,
  sort: 'alertName-asc' | 'alertName-desc',
  { offset, limit }: PageWindow,
): Promise<string[]> {
  const direction = sort === 'alertName-asc' ? 'asc' : 'desc'
  const isBefore = direction === 'asc' ? '<' : '>'
  const isBehind = direction === 'asc' ? '>' : '<'
  const named = namesOf(owner, criteria)
  const nextName = async (after?: string, skip = 0) => {
    const rest = after === undefined ? named : named.where('name_key', isBehind, after)
    const next = rest.select('name_key').orderBy('name_key', direction).offset(skip).limit(1)
    return (await next.executeTakeFirst())?.name_key
  }

  let name = await nextName(undefined, offset)
  if (name === undefined) return []
  let skip = offset
  if (offset > 0) {
    const { before } = await named
      .select(eb => eb.fn.countAll<number>().as('before'))
      .where('name_key', isBefore, name)
      .executeTakeFirstOrThrow()
    skip -= before
  }
  const ids: string[] = []
  while (name !== undefined && ids.length < limit) {
    const rows = await named
      .select('search_texts.alert_id')
      .where('name_key', '=', name)
      .orderBy('search_texts.seq', 'desc')
      .offset(skip)
      .limit(limit - ids.length)
      .execute()
    ids.push(...rows.map(row => row.alert_id))
    skip = 0
    name = await nextName(name)
  }
  return ids
}

/** Search rows of existing alerts that match; only a status requires reading the alerts. */
function namesOf(owner: Owner, { connectionId, from = 0, to, status }: Countable) {
  let named = owner.db
    .selectFrom('search_texts')
    .where('search_texts.user_id', '=', owner.userId)
    .where('search_texts.seq', '>=', slotOf(from))
    .where(sql<boolean>`search_texts.seq not in (${gone})`)
  if (to !== undefined) named = named.where('search_texts.seq', '<', slotOf(to))
  if (connectionId !== undefined)
    named = named.where('search_texts.connection_id', '=', connectionId)
  if (status !== undefined)
    named = named.where(
      sql<boolean>`exists (select 1 from alerts
        where alerts.id = search_texts.alert_id and ${isFound(owner, { status })})`,
    )
  return named
}

/** Search rows of deleted alerts that are noted but not yet removed. */
const gone = sql`
  select texts.seq from search_changes cross join search_texts as texts
  where texts.alert_id = search_changes.alert_id
    and not exists (select 1 from alerts where alerts.id = search_changes.alert_id)`
