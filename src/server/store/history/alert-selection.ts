/** Alerts of a selection, up to the limit of one request: oldest first, except ids that `findSelected` is given. */

import { belongsTo } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { MAX_SELECTED_ALERTS } from '#shared/limits.ts'
import type { AlertSelection } from '#shared/model/alert.ts'
import { alertsWithin, type Criteria, criteriaOf } from './alert-criteria.ts'
import { orderOf } from './alert-rows.ts'
import { locateAlerts } from './counted-ranges.ts'
import { matchingAlerts } from './matching-alerts.ts'

export type Selected = {
  ids: string[]
  /** Number of further candidates; at most 10,000 in a search or with the filter `gaps`. */
  left: number
}

export async function findSelected(owner: Owner, selection: AlertSelection): Promise<Selected> {
  for await (const part of partsOf(owner, selection)) return part
  return { ids: [], left: 0 }
}

export async function findResendable(owner: Owner, selection: AlertSelection): Promise<Selected> {
  if ('filter' in selection && (selection.filter.status ?? 'failed') !== 'failed')
    return { ids: [], left: 0 }
  const found: string[] = []
  for await (const { ids, left } of partsOf(owner, failedOf(selection))) {
    const resendable = await resendableAmong(owner, ids, selection)
    const taken = resendable.slice(0, MAX_SELECTED_ALERTS - found.length)
    found.push(...taken)
    if (found.length === MAX_SELECTED_ALERTS)
      return { ids: found, left: left + resendable.length - taken.length }
  }
  return { ids: found, left: 0 }
}

const failedOf = (selection: AlertSelection): AlertSelection =>
  'ids' in selection || selection.filter.status !== undefined
    ? selection
    : { ...selection, filter: { ...selection.filter, status: 'failed' } }

async function* partsOf(owner: Owner, selection: AlertSelection): AsyncGenerator<Selected> {
  if ('ids' in selection) yield { ids: selection.ids, left: 0 }
  else yield* partsFound(owner, criteriaOf(selection.filter, selection.before))
}

async function* partsFound(
  owner: Owner,
  { search, gaps, ...criteria }: Criteria,
): AsyncGenerator<Selected> {
  const limit = MAX_SELECTED_ALERTS
  if (search !== undefined || gaps !== undefined) {
    const { ids } = await matchingAlerts(owner, { ...criteria, search, gaps }, 'timestamp-asc')
    for (let from = 0; from < ids.length; from += limit)
      yield { ids: ids.slice(from, from + limit), left: Math.max(0, ids.length - from - limit) }
    return
  }
  for (let offset = 0; ; offset += limit) {
    const window = { newestFirst: false, offset, limit }
    const { total, ranges, skip } = await locateAlerts(owner, criteria, window)
    if (offset >= total) return
    const rows = await alertsWithin(owner, criteria, ranges)
      .select('alerts.id')
      .orderBy(orderOf('timestamp-asc'))
      .limit(limit)
      .offset(skip)
      .execute()
    yield { ids: rows.map(row => row.id), left: Math.max(0, total - offset - limit) }
  }
}

async function resendableAmong(
  owner: Owner,
  ids: readonly string[],
  selection: AlertSelection,
): Promise<string[]> {
  let found = owner.db
    .selectFrom('alerts')
    .where(belongsTo(owner.db, 'alerts.user_id', owner.userId))
    .where('alerts.status', '=', 'failed')
    .innerJoin('connections', 'connections.id', 'alerts.connection_id')
    .where('connections.is_active', '=', 1)
    .where('alerts.id', 'in', ids)
  if ('before' in selection) {
    const before = Date.parse(selection.before)
    found = found.where(eb =>
      eb.or([eb('alerts.resent_at', 'is', null), eb('alerts.resent_at', '<', before)]),
    )
  }
  const rows = await found.select('alerts.id').orderBy(orderOf('timestamp-asc')).execute()
  return rows.map(row => row.id)
}
