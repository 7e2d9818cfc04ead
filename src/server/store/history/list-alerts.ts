import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertSort } from '#shared/list-choices.ts'
import type { AlertQuery } from '#shared/model/alert.ts'
import { pageByConnection } from './alerts-by-connection.ts'
import { pageByName } from './alerts-by-name.ts'
import { type AlertPage, pageByTime } from './alerts-by-time.ts'
import { type Criteria, criteriaOf, readListRows } from './find-alerts.ts'
import type { Countable, PageWindow } from './locate-alerts.ts'
import { matchingAlerts } from './search-alerts.ts'

export type ListedAlert = AlertPage['rows'][number]

/**
 * One page of the alerts received before an instant, and their total number; a search, and a filter for missing
 * values, count at most 10,000.
 */
export async function listAlerts(
  owner: Owner,
  query: AlertQuery,
  before: string,
): Promise<AlertPage & { more: boolean }> {
  const criteria = criteriaOf(query, before)
  const { sort, page, pageSize } = query
  const part = { offset: (page - 1) * pageSize, limit: pageSize }
  return criteria.search === undefined && criteria.gaps === undefined
    ? { ...(await sortedPage(owner, criteria, sort, part)), more: false }
    : searchedPage(owner, criteria, sort, part)
}

function sortedPage(
  owner: Owner,
  criteria: Countable,
  sort: AlertSort,
  part: PageWindow,
): Promise<AlertPage> {
  switch (sort) {
    case 'timestamp-desc':
    case 'timestamp-asc':
      return pageByTime(owner, criteria, sort, part)
    case 'connectionName-asc':
      return pageByConnection(owner, criteria, 'asc', part)
    case 'connectionName-desc':
      return pageByConnection(owner, criteria, 'desc', part)
    case 'alertName-asc':
    case 'alertName-desc':
      return pageByName(owner, criteria, sort, part)
  }
}

async function searchedPage(
  owner: Owner,
  criteria: Criteria,
  sort: AlertSort,
  { offset, limit }: PageWindow,
): Promise<AlertPage & { more: boolean }> {
  const { ids, more } = await matchingAlerts(owner, criteria, sort)
  const rows = await readListRows(owner, ids.slice(offset, offset + limit))
  return { rows, total: ids.length, more }
}
