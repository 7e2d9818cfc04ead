/**
 * Queries of an account's history for the rest of the server: lists, searches, selections, exports and figures.
 * New alerts are indexed before a search runs.
 */
import { clock } from '#server/base/clock.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertFilter, AlertQuery, AlertSelection } from '#shared/model/alert.ts'
import { countAll } from './alert-counts.ts'
import { criteriaOf } from './alert-criteria.ts'
import { type WalkedAlert, walkAlerts } from './alert-export.ts'
import { firstAlertAt, latestDelivery, newestAlertAt, unansweredAt } from './alert-figures.ts'
import { findResendable, findSelected, type Selected } from './alert-selection.ts'
import { type ListedAlert, listAlerts } from './history-page.ts'
import type { SearchIndex } from './search-index.ts'

export { countByConnection, countEachWithin, countWithin } from './alert-counts.ts'
export { countAlerts, countGaps, latestDeliveryTimes, usualTimes } from './alert-figures.ts'
export { bucketStart } from './count-triggers.ts'
export {
  type DeliveringConnection,
  type DescribedFailures,
  deliveringConnections,
  describeFailures,
  type FailuresOfCode,
  type FailuresSince,
  findFailures,
  type NewestFailure,
  newestFailures,
  newestOfFailures,
} from './failures.ts'
export { newestAlerts, newestPayloads } from './newest-alerts.ts'
export { type ArrivedAlert, newestArrivals } from './newest-arrivals.ts'
export { newestOfTemplates } from './newest-of-templates.ts'
export { ageLimit } from './trusted-clock.ts'
export type { ListedAlert, SearchIndex, WalkedAlert }

/** An account on the reading connection, which never delays a webhook, and the search index of all accounts. */
export type HistoryReader = { reading: Owner; search: SearchIndex }

export type HistoryPage = {
  rows: ListedAlert[]
  total: number
  /** True if there may be more matches than `total`. */
  more: boolean
  /** Only alerts received before this instant are counted. ISO 8601. */
  asOf: string
}

/** One page, and the total number of alerts: 10,000 at most in a search or an order other than time. */
export async function readPage(history: HistoryReader, query: AlertQuery): Promise<HistoryPage> {
  const asOf = new Date(await endOfHistory(history.reading)).toISOString()
  const list = (reading: Owner) => listAlerts(reading, query, asOf)
  if (!query.search) return { ...(await list(history.reading)), asOf }
  const isComplete = await history.search.catchUp()
  const { more, ...found } = await searched(history, list)
  return { ...found, more: more || !isComplete, asOf }
}

/** The millisecond after now and after the newest alert, which may be later if the clock was set back. */
export const endOfHistory = async (reading: Owner): Promise<number> =>
  Math.max(clock.now(), await newestAlertAt(reading)) + 1

/** The oldest alerts of a selection, up to the limit of one request. */
export const selectAlerts = (
  history: HistoryReader,
  selection: AlertSelection,
): Promise<Selected> => selected(history, selection, reading => findSelected(reading, selection))

/**
 * The failed alerts of a selection whose connection is switched on. Alerts that were resent since `before`, and
 * failed again, are left out.
 */
export const selectResendable = (
  history: HistoryReader,
  selection: AlertSelection,
): Promise<Selected> => selected(history, selection, reading => findResendable(reading, selection))

/** All alerts that match a filter, newest first. @param before only alerts received before it, ISO 8601 */
export async function* walkHistory(
  { reading, search }: HistoryReader,
  filter: AlertFilter,
  before: string | undefined,
): AsyncGenerator<WalkedAlert> {
  if (!filter.search) return yield* walkAlerts(reading, criteriaOf(filter, before))
  await search.catchUp()
  yield* walkAlerts({ ...reading, db: search.reader }, criteriaOf(filter, before))
}

/** The panel's figures of the whole history of an account, or of one connection. */
export async function readFigures(reading: Owner, connectionId: string | undefined) {
  const [{ total, successful, failed, inactive }, firstAt, unanswered, latest] = await Promise.all([
    countAll(reading, connectionId),
    firstAlertAt(reading, connectionId),
    unansweredAt(reading, connectionId),
    latestDelivery(reading, connectionId),
  ])
  const pending = total - successful - failed - inactive
  return { total, pending, firstAt, unanswered, latest }
}

async function selected(
  history: HistoryReader,
  selection: AlertSelection,
  find: (reading: Owner) => Promise<Selected>,
): Promise<Selected> {
  if ('ids' in selection || !selection.filter.search) return find(history.reading)
  await history.search.catchUp()
  return searched(history, find)
}

const searched = <T>(
  { reading: { userId }, search }: HistoryReader,
  work: (reading: Owner) => Promise<T>,
): Promise<T> => search.read(db => work({ db, userId }))
