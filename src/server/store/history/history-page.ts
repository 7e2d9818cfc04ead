import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertSort } from '#shared/list-choices.ts'
import type { AlertQuery } from '#shared/model/alert.ts'
import { alertsWithin, criteriaOf } from './alert-criteria.ts'
import { listColumns, orderOf, readListRows } from './alert-rows.ts'
import { type Countable, locateAlerts, type PageWindow } from './counted-ranges.ts'
import { matchingAlerts } from './matching-alerts.ts'

export type ListedAlert = AlertPage['rows'][number]

type AlertPage = Awaited<ReturnType<typeof pageByTime>>

/**
 * One page of the alerts received before an instant, and their total number. A search, a filter for missing values,
 * and an order other than time include at most 10,000 alerts, the newest.
 */
export async function listAlerts(
  owner: Owner,
  query: AlertQuery,
  before: string,
): Promise<AlertPage & { more: boolean }> {
  const { sort, page, pageSize } = query
  const { search, gaps, ...criteria } = criteriaOf(query, before)
  const part = { offset: (page - 1) * pageSize, limit: pageSize }
  if (isByTime(sort) && search === undefined && gaps === undefined)
    return { ...(await pageByTime(owner, criteria, sort, part)), more: false }
  const found = await matchingAlerts(owner, { ...criteria, search, gaps }, sort, part)
  return { rows: await readListRows(owner, found.ids), total: found.total, more: found.more }
}

type TimeSort = Extract<AlertSort, `timestamp-${string}`>

const isByTime = (sort: AlertSort): sort is TimeSort => sort.startsWith('timestamp')

async function pageByTime(owner: Owner, criteria: Countable, sort: TimeSort, page: PageWindow) {
  const newestFirst = sort === 'timestamp-desc'
  const { total, ranges, skip } = await locateAlerts(owner, criteria, { newestFirst, ...page })
  const rows = await alertsWithin(owner, criteria, ranges)
    .select(listColumns)
    .orderBy(orderOf(sort))
    .limit(page.limit)
    .offset(skip)
    .execute()
  return { rows, total }
}
