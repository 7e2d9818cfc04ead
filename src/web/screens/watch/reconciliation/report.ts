import { foldText } from '#shared/format.ts'
import type { ReportSort } from '#shared/list-choices.ts'
import type { Advice } from '#shared/reconciliation/patterns.ts'
import type { Verdict } from '#shared/reconciliation/verdicts.ts'
import { dayOf } from '#web/data/local-time.ts'

/** Verdicts, most urgent first. */
export const attention: readonly Verdict[] = [
  'lost',
  'undelivered',
  'failed-but-here',
  'unlisted',
  'unknown',
  'delivered',
]

/** One alert in TradingView's log, in the history, or in both. Instants in milliseconds. */
export interface ReportRow {
  key: string
  verdict: Verdict
  /** Time in TradingView's log, or of arrival if it is not listed there; null if the log's time cannot be read. */
  at: number | null
  firedAt: number | null
  arrivedAt: number | null
  name: string
  symbol: string
  connectionId: string | null
  connectionName: string
  alertId: string | null
  /** True if resent from the report. */
  isResent: boolean
  /** Reason for the verdict, in Spanish. */
  reason: string
  /** TradingView's status of the webhook. */
  statusText: string
  /** The message in TradingView's log. */
  description: string
}

export interface Report {
  fileName: string
  rows: readonly ReportRow[]
  /** Recommended changes, if there is a pattern. */
  advice: readonly Advice[]
  /** Number of further alerts missing from the log, too many to list. */
  unlistedMore: number
}

/** True for an alert that arrived, was not delivered, and is still in the history. */
export const canBeResent = ({ verdict, alertId }: ReportRow): boolean =>
  verdict === 'undelivered' && alertId !== null

export interface RowFilter {
  verdict?: Verdict | undefined
  connectionId?: string | undefined
  /** 2026-11-19 */
  day?: string | undefined
  search?: string | undefined
}

/** Rows that match a filter, sorted. */
export function findRows(
  rows: readonly ReportRow[],
  { verdict, connectionId, day, search }: RowFilter,
  sort: ReportSort,
): ReportRow[] {
  const wanted = foldText((search ?? '').trim())
  return rows
    .filter(
      row =>
        (!verdict || row.verdict === verdict) &&
        (!connectionId || row.connectionId === connectionId) &&
        (!day || (row.at !== null && dayOf(row.at) === day)) &&
        (!wanted || foldText(textOf(row)).includes(wanted)),
    )
    .sort(orders[sort])
}

const textOf = ({ name, symbol, connectionName, reason, description }: ReportRow): string =>
  `${name}\n${symbol}\n${connectionName}\n${reason}\n${description}`

const rank = new Map(attention.map((verdict, place) => [verdict, place]))
const newest = (one: ReportRow, other: ReportRow) => (other.at ?? 0) - (one.at ?? 0)
const orders: Record<ReportSort, (one: ReportRow, other: ReportRow) => number> = {
  attention: (one, other) =>
    (rank.get(one.verdict) ?? 0) - (rank.get(other.verdict) ?? 0) || newest(one, other),
  newest,
  oldest: (one, other) => (one.at ?? 0) - (other.at ?? 0),
}

/** Number of rows by verdict. */
export function countVerdicts(rows: readonly ReportRow[]): Record<Verdict, number> {
  const counts = Object.fromEntries(attention.map(verdict => [verdict, 0])) as Record<
    Verdict,
    number
  >
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}
