import { dayOf } from '#web/data/local-time.ts'
import type { ReportRow } from './report.ts'

/** Losses at most an hour apart, without an arrival between them. Times of the first and last, in milliseconds. */
export interface Gap {
  from: number
  to: number
  count: number
}

/** Day in the browser's time zone: how many alerts TradingView fired, and how many arrived. */
export interface ReportDay {
  /** 2026-11-19 */
  day: string
  start: number
  /** Exclusive: 23 or 25 hours after `start` where the clock is changed. */
  end: number
  /** Alerts in TradingView's log. */
  fired: number
  arrived: number
  missing: number
  gaps: readonly Gap[]
}

type TimedRow = ReportRow & { at: number }

/** In ms; losses further apart are two gaps, even without another alert between them. */
const APART_MS = 60 * 60_000

/** The days of a report: those with the most losses first, then the newest. */
export function daysOf(rows: readonly ReportRow[]): ReportDay[] {
  const timed = rows.flatMap(row => (row.at === null ? [] : { ...row, at: row.at }))
  const days = Map.groupBy(timed, ({ at }) => dayOf(at))
  return [...days]
    .map(([day, ofDay]) => dayFrom(day, ofDay))
    .sort((one, other) => other.missing - one.missing || (one.day < other.day ? 1 : -1))
}

function dayFrom(day: string, rows: readonly TimedRow[]): ReportDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const missing = rows.filter(({ verdict }) => verdict === 'lost').length
  return {
    day,
    start: new Date(year, month - 1, date).getTime(),
    end: new Date(year, month - 1, date + 1).getTime(),
    fired: rows.filter(({ firedAt }) => firedAt !== null).length,
    arrived: rows.filter(({ arrivedAt }) => arrivedAt !== null).length,
    missing,
    gaps: missing === 0 ? [] : gapsOf(rows),
  }
}

function gapsOf(rows: readonly TimedRow[]): Gap[] {
  const gaps: Gap[] = []
  let open: Gap | undefined
  for (const { at, verdict, arrivedAt } of rows.toSorted((one, other) => one.at - other.at)) {
    if (verdict === 'lost') {
      if (!open || at - open.to > APART_MS) {
        open = { from: at, to: at, count: 0 }
        gaps.push(open)
      }
      open.to = at
      open.count += 1
    } else if (arrivedAt !== null) open = undefined
  }
  return gaps
}

/** Numbers of alerts that fired, arrived and were lost in one piece of a day. */
export interface Piece {
  /** Counted from 0. */
  place: number
  fired: number
  arrived: number
  lost: number
}

/** Counts a day's rows in `count` equal pieces of the day, in order of time. */
export function piecesOf({ start, end }: ReportDay, rows: readonly ReportRow[], count: number) {
  const pieces = Array.from(
    { length: count },
    (_, place): Piece => ({ place, fired: 0, arrived: 0, lost: 0 }),
  )
  const at = (instant: number) =>
    pieces[
      Math.min(count - 1, Math.max(0, Math.floor(((instant - start) / (end - start)) * count)))
    ]
  for (const { verdict, firedAt, arrivedAt } of rows) {
    const fired = firedAt === null ? undefined : at(firedAt)
    const arrived = arrivedAt === null ? undefined : at(arrivedAt)
    if (fired) fired.fired += 1
    if (fired && verdict === 'lost') fired.lost += 1
    if (arrived) arrived.arrived += 1
  }
  return pieces
}
