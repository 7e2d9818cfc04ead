import type { Owner } from '#server/store/engine/owner.ts'
import { alertsWithin, listColumns, orderOf } from './find-alerts.ts'
import { type Countable, locateAlerts, type PageWindow } from './locate-alerts.ts'

export type AlertPage = Awaited<ReturnType<typeof pageByTime>>

/** A page sorted by time, and the total number of alerts. */
export async function pageByTime(
  owner: Owner,
  criteria: Countable,
  sort: 'timestamp-desc' | 'timestamp-asc',
  page: PageWindow,
) {
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
