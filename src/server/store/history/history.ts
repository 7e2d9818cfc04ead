/**
 * What the rest of the server asks of an account's history: lists, searches, selections, exports and
 * figures. What has just come is brought into the search before it is asked.
 */
import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertFilter, AlertQuery, AlertSelection } from '#shared/model/alert.ts'
import { countAll } from './alert-counts.ts'
import { firstAlertAt, latestDelivery, newestAlertAt, unansweredAt } from './alert-figures.ts'
import { criteriaOf } from './find-alerts.ts'
import { type ListedAlert, listAlerts } from './list-alerts.ts'
import { indexNewest } from './search-index.ts'
import { findResendable, findSelected, type Selected } from './select-alerts.ts'
import { type WalkedAlert, walkAlerts } from './walk-alerts.ts'

export { countByConnection, countWithin } from './alert-counts.ts'
export { countAlerts, latestDeliveryTimes } from './alert-figures.ts'
export { bucketStart } from './count-triggers.ts'
export { newestAlerts, newestPayloads } from './find-alerts.ts'
export { ageLimit } from './trusted-clock.ts'
export type { ListedAlert, WalkedAlert }

/** One account: `owner` writes what the search lacks, `reading` reads without delaying a webhook. */
export type HistoryReader = { owner: Owner; reading: Owner }

export type HistoryPage = {
  rows: ListedAlert[]
  total: number
  /** More may be found than the rows and the total tell of. */
  more: boolean
  /** What was received before this instant is counted. ISO 8601 */
  asOf: string
}

/** One page, and how many alerts there are in all: of a search the first 10,000. */
export async function readPage(
  { owner, reading }: HistoryReader,
  query: AlertQuery,
): Promise<HistoryPage> {
  // What came in this millisecond is shown as well, and what came before a clock was set back.
  const newest = Math.max(Date.now(), await newestAlertAt(reading))
  const asOf = new Date(newest + 1).toISOString()
  const asksIndex = query.search || query.sort.startsWith('alertName')
  const isComplete = asksIndex ? await indexNewest(owner.db) : true
  const { rows, total, more } = await listAlerts(reading, query, asOf)
  return { rows, total, more: more || !isComplete, asOf }
}

/** The oldest alerts of a selection, as many as one request deals with. */
export async function selectAlerts(
  { owner, reading }: HistoryReader,
  selection: AlertSelection,
): Promise<Selected> {
  await indexSearched(owner, selection)
  return findSelected(reading, selection)
}

/**
 * The failed ones of a selection whose connection sends. Those that were sent again since `before`, and
 * failed again, are left alone.
 */
export async function selectResendable(
  { owner, reading }: HistoryReader,
  selection: AlertSelection,
): Promise<Selected> {
  await indexSearched(owner, selection)
  return findResendable(reading, selection)
}

/** All that a filter finds, the newest first. @param before only what was received before, ISO 8601 */
export async function* walkHistory(
  { owner, reading }: HistoryReader,
  filter: AlertFilter,
  before: string | undefined,
): AsyncGenerator<WalkedAlert> {
  if (filter.search) await indexNewest(owner.db)
  yield* walkAlerts(reading, criteriaOf(filter, before))
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

async function indexSearched({ db }: Owner, selection: AlertSelection): Promise<void> {
  if ('filter' in selection && selection.filter.search) await indexNewest(db)
}
