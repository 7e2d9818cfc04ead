import type { Owner } from '#server/store/engine/owner.ts'
import { orderOf } from './alert-order.ts'
import { type Countable, locateAlerts } from './alert-spans.ts'
import { alertsWithin, listed } from './find-alerts.ts'

/** Rows of the history, from the `offset`th on. */
export type PageOf = { offset: number; limit: number }
export type AlertPage = Awaited<ReturnType<typeof pageByTime>>

/** The rows, and how many there are in all. */
export async function pageByTime(
  owner: Owner,
  criteria: Countable,
  sort: 'timestamp-desc' | 'timestamp-asc',
  page: PageOf,
) {
  const newestFirst = sort === 'timestamp-desc'
  const { total, spans, skip } = await locateAlerts(owner, criteria, { newestFirst, ...page })
  const rows = await alertsWithin(owner, criteria, spans)
    .select(listed)
    .orderBy(orderOf(sort))
    .limit(page.limit)
    .offset(skip)
    .execute()
  return { rows, total }
}
