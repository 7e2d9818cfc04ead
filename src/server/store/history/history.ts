/**
 * What the rest of the server asks of an account's history: lists, searches, selections, exports and
 * figures. What has just come is brought into the search before it is asked.
 */
import { clock } from '#server/base/clock.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertFilter, AlertQuery, AlertSelection } from '#shared/model/alert.ts'
import { countAll } from './alert-counts.ts'
import { firstAlertAt, latestDelivery, newestAlertAt, unansweredAt } from './alert-figures.ts'
import { criteriaOf } from './find-alerts.ts'
import { type ListedAlert, listAlerts } from './list-alerts.ts'
import type { SearchIndex } from './search-index.ts'
import { findResendable, findSelected, type Selected } from './select-alerts.ts'
import { type WalkedAlert, walkAlerts } from './walk-alerts.ts'

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
export { newestAlerts, newestPayloads } from './find-alerts.ts'
export { type ArrivedAlert, newestArrivals } from './newest-arrivals.ts'
export { newestOfTemplates } from './newest-of-templates.ts'
export { ageLimit } from './trusted-clock.ts'
export type { ListedAlert, SearchIndex, WalkedAlert }

/** One account, read without delaying a webhook, and what is searched of all. */
export type HistoryReader = { reading: Owner; search: SearchIndex }

export type HistoryPage = {
  rows: ListedAlert[]
  total: number
  /** More may be found than the rows and the total tell of. */
  more: boolean
  /** What was received before this instant is counted. ISO 8601 */
  asOf: string
}

/** One page, and how many alerts there are in all: of a search the first 10,000. */
export async function readPage(history: HistoryReader, query: AlertQuery): Promise<HistoryPage> {
  // What came in this millisecond is shown as well, and what came before a clock was set back.
  const newest = Math.max(clock.now(), await newestAlertAt(history.reading))
  const asOf = new Date(newest + 1).toISOString()
  const list = (reading: Owner) => listAlerts(reading, query, asOf)
  const asksIndex = query.search || query.sort.startsWith('alertName')
  if (!asksIndex) return { ...(await list(history.reading)), asOf }
  const isComplete = await history.search.catchUp()
  const { more, ...found } = await searched(history, list)
  return { ...found, more: more || !isComplete, asOf }
}

/** The oldest alerts of a selection, as many as one request deals with. */
export const selectAlerts = (
  history: HistoryReader,
  selection: AlertSelection,
): Promise<Selected> => selected(history, selection, reading => findSelected(reading, selection))

/**
 * The failed ones of a selection whose connection sends. Those that were sent again since `before`, and
 * failed again, are left alone.
 */
export const selectResendable = (
  history: HistoryReader,
  selection: AlertSelection,
): Promise<Selected> => selected(history, selection, reading => findResendable(reading, selection))

/** All that a filter finds, the newest first. @param before only what was received before, ISO 8601 */
export async function* walkHistory(
  { reading, search }: HistoryReader,
  filter: AlertFilter,
  before: string | undefined,
): AsyncGenerator<WalkedAlert> {
  if (!filter.search) return yield* walkAlerts(reading, criteriaOf(filter, before))
  await search.catchUp()
  yield* walkAlerts({ ...reading, db: search.reader }, criteriaOf(filter, before))
}

/** What the panel says of the whole history of an account, or of one connection. */
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
