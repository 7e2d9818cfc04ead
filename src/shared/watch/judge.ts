import { closuresAfter } from './market-days.ts'
import {
  isKnown,
  knowsHours,
  likelyClocks,
  type Rhythm,
  readRhythm,
  type WatchContext,
} from './rhythm.ts'
import { afterOutside, within } from './spans.ts'
import { WEEK } from './week-clock.ts'
import { whenExpected } from './week-rates.ts'

export type JudgedState = 'alive' | 'late' | 'quiet' | 'unknown'

export type Judgement = {
  state: JudgedState
  /** When the series's next firing is due; null: unknown or never. */
  expectedAt: number | null
  /** Next instant at which `state` changes unless the series fires before; null: it does not change. */
  alarmAt: number | null
  /** Gap exceeded by 1 % of all gaps, in hours in which the series fires; in milliseconds. */
  usualGap: number | null
}

const UNKNOWN: Judgement = { state: 'unknown', expectedAt: null, alarmAt: null, usualGap: null }

/** Judges whether a series fires as usual. */
export function judge(rhythm: Rhythm, now: number, context: WatchContext): Judgement {
  const thresholds = thresholdsOf(rhythm, context)
  if (thresholds === null) return UNKNOWN
  const { expectedAt, lateAt, quietAt, usualGap } = thresholds
  const state = now >= quietAt ? 'quiet' : now >= lateAt ? 'late' : 'alive'
  const next = { alive: lateAt, late: quietAt, quiet: null }[state]
  return { state, expectedAt: ifEver(expectedAt), alarmAt: ifEver(next), usualGap }
}

/** Null for an infinite instant, which never comes: the series is in a period without reception that has no end. */
const ifEver = (at: number | null) => (at === Number.POSITIVE_INFINITY ? null : at)
const FAR_AHEAD = 1_000 * WEEK

/** When a series turns quiet unless it fires before; null: not enough history. */
export const quietFrom = (rhythm: Rhythm, context: WatchContext): number | null =>
  thresholdsOf(rhythm, context)?.quietAt ?? null

type Thresholds = { expectedAt: number; lateAt: number; quietAt: number; usualGap: number }

/** When the silence since the last firing reaches each threshold; null without enough history. */
function thresholdsOf(rhythm: Rhythm, { timeZone, away }: WatchContext): Thresholds | null {
  const { last } = rhythm
  if (last === null || !isKnown(rhythm)) return null
  const { week, markets, calendar, expected } = readRhythm(rhythm)
  if (calendar.longest === 0) return null
  const horizon = last + calendar.longest + 5 * WEEK
  const excused = within(
    [...away, ...closuresAfter(markets, last, horizon)],
    last,
    last + FAR_AHEAD,
  )
  const byCalendar = [calendar.median, calendar.usual, calendar.longest].map(time =>
    afterOutside(excused, last, time),
  )
  const endless = excused.find(([, to]) => to >= last + FAR_AHEAD)
  const byCalendarAt = byCalendar[2] ?? horizon
  const until = Math.min(byCalendarAt, endless?.[0] ?? byCalendarAt)
  const wanted = [expected.median, expected.usual, expected.longest]
  // The latest instant over all plausible clocks: it is late only when it is late by all of them.
  const byWeek = likelyClocks(rhythm, timeZone, [last, until])
    .map(clock => whenExpected(week, wanted, last, until, excused, clock))
    .reduce((one, other) => one.map((at, nth) => Math.max(at, other[nth] ?? at)))
  const [median = until, usual = until, longest = until] =
    expected.longest > 0 && knowsHours(rhythm) ? byWeek : byCalendar
  const reachedAt = (at: number) =>
    at >= until && until < byCalendarAt ? Number.POSITIVE_INFINITY : Math.min(at, longest, until)
  return {
    expectedAt: reachedAt(median),
    lateAt: reachedAt(usual),
    quietAt: reachedAt(longest),
    usualGap:
      expected.median > 0 ? (calendar.median * expected.usual) / expected.median : calendar.usual,
  }
}

const MOST_ROOM = 3

/**
 * Applies the owner's answer «Era normal» to an alarm: widens `room`, up to `MOST_ROOM`, so that a silence until the
 * instant `until` and a little more is normal from now on. The extra room decays like everything learned.
 */
export function wasNormal(rhythm: Rhythm, until: number, context: WatchContext): Rhythm {
  let room = Math.min(MOST_ROOM, rhythm.room * 1.3)
  while (room < MOST_ROOM && judge({ ...rhythm, room }, until, context).state === 'quiet')
    room = Math.min(MOST_ROOM, room * 1.2)
  return { ...rhythm, room }
}
