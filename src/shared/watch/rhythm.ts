/** Learned rhythm of a series: plain JSON of a few kilobytes. */
import { boundGaps, type Gaps, readGaps, totalOf } from './gap-counts.ts'
import { type MarketName, marketsOf } from './market-days.ts'
import { offsetOf, SLOTS, slotOf, WEEK } from './week-clock.ts'
import { readWeek, type Week } from './week-rates.ts'

export type WatchContext = {
  /** The account's time zone. */
  timeZone: string
  /** Periods without reception: the installation was down, the connection switched off, or its webhooks refused. */
  away: readonly (readonly [from: number, to: number])[]
}

export const RHYTHM_VERSION = 1

/** Instants and lengths in milliseconds. Counts decay, so that recent habits outweigh old ones. */
export type Rhythm = {
  version: typeof RHYTHM_VERSION
  /** First firing, and how far the account's clock was ahead of UTC then; the slots use that clock. */
  first: number | null
  ahead: number
  last: number | null
  /** Instant up to which its counts have decayed. */
  fadedAt: number
  /** Number of all firings. */
  firings: number
  /** Weeks of observation, decayed like the counts. */
  weeks: number
  /** Firings by half hour of the week. */
  slots: readonly number[]
  /** Histograms of gaps: by their duration, and by the firings expected in them. */
  calendar: readonly number[]
  expected: readonly number[]
  /** How well each zone of `clocksOf` predicted firings while their shifts differed: 0 for the best, others less. */
  clocks: readonly number[]
  /** When it last fired after a gap much longer than the longest normal one; null: never. */
  surprisedAt: number | null
  /** Moving average of the share of firings in hours in which the series seldom fires. */
  astray: number
  /** Factor of the longest normal gap: more than 1 after its owner's answer «Era normal», then decaying to 1. */
  room: number
}

export const emptyRhythm = (): Rhythm => ({
  version: RHYTHM_VERSION,
  first: null,
  ahead: 0,
  last: null,
  fadedAt: 0,
  firings: 0,
  weeks: 0,
  slots: [],
  calendar: [],
  expected: [],
  clocks: [0, 0, 0, 0],
  surprisedAt: null,
  astray: 0,
  room: 1,
})

/** Zones whose summer time a rhythm may follow. Only the shifts of their clocks since the first firing count. */
const clocksOf = (timeZone: string) => [timeZone, 'America/New_York', 'Europe/London', 'UTC']

const PLAUSIBLE = 6

/** How far a zone's clock has moved against UTC since the first firing. */
const movedBy = (zone: string, first: number, at: number) =>
  offsetOf(zone, at) - offsetOf(zone, first)

export const SECOND = 1_000
/** Resolution of the gaps, in expected firings. */
export const PART = 0.01

export type Reading = {
  week: Week
  markets: MarketName[]
  calendar: Gaps
  expected: Gaps
}

/** Derives the week, the markets and the gaps from a rhythm. */
export function readRhythm(rhythm: Rhythm): Reading {
  const week = readWeek(rhythm.slots, rhythm.weeks)
  const perMonth = week.total * (365.25 / 12 / 7)
  const { room } = rhythm
  const wide = (gaps: Gaps): Gaps => ({ ...gaps, longest: gaps.longest * room })
  return {
    week,
    markets: marketsOf(rhythm.slots, rhythm.ahead, rhythm.first ?? 0),
    calendar: wide(readGaps(rhythm.calendar, perMonth, SECOND)),
    expected: wide(boundGaps(readGaps(rhythm.expected, perMonth, PART))),
  }
}

/** How far ahead of UTC the clock of the slots is at an instant. */
type Clock = (at: number) => number

/** Plausible clocks, each distinct set of offsets at these instants once. */
export function likelyClocks(
  { clocks, first, ahead }: Rhythm,
  timeZone: string,
  instants: readonly number[],
): Clock[] {
  const best = Math.max(...clocks)
  const found = new Map<string, Clock>()
  for (const [nth, zone] of clocksOf(timeZone).entries()) {
    if ((clocks[nth] ?? 0) < best - PLAUSIBLE) continue
    const clock: Clock = at => ahead + movedBy(zone, first ?? at, at)
    found.set(instants.map(clock).join(), clock)
  }
  return [...found.values()]
}

const MOST_AGAINST = 40
/** Least log ratio of two hours' rates at which a firing tells clocks apart. */
const SURPRISE = 1

/** Scores the clocks by a firing, in `clocks`. Returns how far ahead of UTC the best one is. */
export function tryClocks(
  { clocks, first, ahead }: Pick<Rhythm, 'first' | 'ahead'> & { clocks: number[] },
  timeZone: string,
  at: number,
  { rates, total }: Week,
): number {
  const moved = clocksOf(timeZone).map(zone => movedBy(zone, first ?? at, at))
  if (moved.some(by => by !== moved[0])) {
    const floor = total / SLOTS / 20 + 1e-6
    const told = moved.map(by => Math.log((rates[slotOf(at + ahead + by)] ?? 0) + floor))
    const best = Math.max(...told)
    for (const [nth, value] of told.entries())
      if (value < best - SURPRISE)
        clocks[nth] = Math.max(-MOST_AGAINST, (clocks[nth] ?? 0) + Math.max(-2, value - best))
    const leading = Math.max(...clocks)
    for (const nth of clocks.keys()) clocks[nth] = (clocks[nth] ?? 0) - leading
  }
  const nth = clocks.indexOf(Math.max(...clocks))
  return ahead + (moved[nth] ?? 0)
}

const LEAST_FIRINGS = 9
/** Minimum decayed count of gaps, so that a series with firings only last year is unknown. */
const LEAST_GAPS = 4
const LEAST_SPAN = 2 * WEEK * 0.98
/** Minimum `weeks` by which the hours are known: decayed, and without periods of no reception. */
export const LEAST_WEEKS = 1.4

/** True if its history is enough to judge it: some firings over two weekends, even if its hours have moved since. */
export const isKnown = (rhythm: Rhythm): boolean =>
  rhythm.firings >= LEAST_FIRINGS &&
  totalOf(rhythm.calendar) >= LEAST_GAPS &&
  (knowsHours(rhythm) || rhythm.surprisedAt !== null) &&
  (rhythm.last ?? 0) - (rhythm.first ?? 0) >= LEAST_SPAN

/** True after enough weeks. At first, and for some days after the hours moved, gaps are judged by calendar time. */
export const knowsHours = ({ weeks }: Rhythm): boolean => weeks >= LEAST_WEEKS
