/** What is kept of a series to know its rhythm: plain JSON of a few kilobytes. */
import { boundGaps, type Gaps, readGaps, totalOf } from './gap-counts.ts'
import { type MarketName, marketsOf } from './market-days.ts'
import { offsetOf, SLOTS, slotOf, WEEK } from './week-clock.ts'
import { readWeek, type Week } from './week-rates.ts'

export type WatchContext = {
  /** The account's. */
  timeZone: string
  /** When nothing could have been heard: nobody was at home, or the connection was switched off. */
  away: readonly (readonly [from: number, to: number])[]
}

export const RHYTHM_VERSION = 1

/** Instants and lengths in milliseconds. Counts fade, so that what is usual now outweighs what was. */
export type Rhythm = {
  version: typeof RHYTHM_VERSION
  /** Its first firing, and how far its account's clock was ahead of UTC then: the slots are of that clock. */
  first: number | null
  ahead: number
  last: number | null
  /** Until when its counts have faded. */
  fadedAt: number
  /** How many firings there were in all. */
  firings: number
  /** How many weeks it was listened to, faded as the counts are. */
  weeks: number
  /** Firings by half hour of the week. */
  slots: readonly number[]
  /** Gaps by their time, and by how many firings were expected in them. */
  calendar: readonly number[]
  expected: readonly number[]
  /** How well each of `clocksOf` told when it fires, once they differ. */
  clocks: readonly number[]
  /** When it last came back after a silence that was no longer taken for normal. */
  surprisedAt: number | null
  /** Which share of its latest firings came in hours that were not its own. */
  astray: number
  /** By how much more than what was learned is taken for normal, since its owner said so. */
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

/** The clocks that a rhythm may keep to: they differ for as long as not all of them have summer time. */
const clocksOf = (timeZone: string) => [timeZone, 'America/New_York', 'Europe/London', 'UTC']

const PLAUSIBLE = 6

/** How much one clock has moved against UTC since the first firing. */
const movedBy = (zone: string, first: number, at: number) =>
  offsetOf(zone, at) - offsetOf(zone, first)

export const SECOND = 1_000
/** Of an expected firing, what the shortest gap that is told apart is. */
export const PART = 0.01

export type Reading = {
  week: Week
  markets: MarketName[]
  calendar: Gaps
  expected: Gaps
}

/** What a rhythm says as it stands. */
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

/** The clocks that may be the right ones, as far as they differ at these instants. */
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
/** Hours that differ less tell nothing of clocks: by a factor, as its logarithm. */
const SURPRISE = 1

/** Tells from a firing which clocks are right, in `clocks`. Returns how far ahead of UTC the best one is. */
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
/** Faded, so that what fired last year alone is not known. */
const LEAST_GAPS = 4
const LEAST_SPAN = 2 * WEEK * 0.98
/** Without what nobody could hear, and faded. */
export const LEAST_WEEKS = 1.4

/** Whether its history is enough to judge it: some firings, and two weekends, though its hours moved since. */
export const isKnown = (rhythm: Rhythm): boolean =>
  rhythm.firings >= LEAST_FIRINGS &&
  totalOf(rhythm.calendar) >= LEAST_GAPS &&
  (knowsHours(rhythm) || rhythm.surprisedAt !== null) &&
  (rhythm.last ?? 0) - (rhythm.first ?? 0) >= LEAST_SPAN

/** False for some days after hours moved: its gaps are judged by the calendar meanwhile. */
export const knowsHours = ({ weeks }: Rhythm): boolean => weeks >= LEAST_WEEKS
