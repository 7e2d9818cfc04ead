import { countGap, totalOf } from './gap-counts.ts'
import { closuresAfter } from './market-days.ts'
import {
  emptyRhythm,
  LEAST_WEEKS,
  PART,
  type Reading,
  RHYTHM_VERSION,
  type Rhythm,
  readRhythm,
  SECOND,
  tryClocks,
  type WatchContext,
} from './rhythm.ts'
import { lengthOf, within } from './spans.ts'
import { DAY, offsetOf, SLOT, SLOTS, SLOTS_A_DAY, slotOf, WEEK } from './week-clock.ts'
import { expectedIn, type Week } from './week-rates.ts'

/** Half-life of everything learned. */
const HALF_LIFE = 4 * WEEK
/** Two surprises (gaps above `CLIPPED`) within this time are no coincidence: the hours have changed. */
const AGAIN = 5 * DAY
/** Share of its counts that an abandoned hour keeps. */
const LEFT = 0.1
/**
 * A single surprise proves new hours if more than `ASTRAY` of the latest firings came in hours with less than `SELDOM`
 * of the mean rate.
 */
const ASTRAY = 0.5
const SELDOM = 0.5
/** Weight of the latest firing in the moving average `astray`. */
const OF_LATEST = 0.1
/** Least `weeks` after a change of hours: too few to know the new hours for some days. */
const WEEKS_OF_NEW_HOURS = LEAST_WEEKS - 0.4
/** After two weeks, gaps above this multiple of the longest normal gap are clipped to it and count as surprises. */
const CLIPPED = 1.5

type Draft = { -readonly [Key in keyof Rhythm]: Rhythm[Key] } & {
  slots: number[]
  calendar: number[]
  expected: number[]
  clocks: number[]
}

/** Learns firings, in milliseconds. Skips firings older than the last one: they come too late to tell a gap. */
export function learn(rhythm: Rhythm, firings: readonly number[], context: WatchContext): Rhythm {
  const known = rhythm.version === RHYTHM_VERSION ? rhythm : emptyRhythm()
  const draft: Draft = {
    ...known,
    slots: known.slots.length === SLOTS ? [...known.slots] : new Array<number>(SLOTS).fill(0),
    calendar: [...known.calendar],
    expected: [...known.expected],
    clocks: [...known.clocks],
  }
  let reading: Reading | null = null
  const inOrder = firings.every((at, nth) => nth === 0 || at >= (firings[nth - 1] ?? 0))
  for (const at of inOrder ? firings : [...firings].sort((one, other) => one - other)) {
    if (!Number.isFinite(at)) continue
    let { ahead } = draft
    if (draft.last === null || draft.first === null) {
      ahead = offsetOf(context.timeZone, at)
      Object.assign(draft, { ahead, first: at, fadedAt: at })
    } else if (at < draft.last) continue
    else {
      // Fades once a day, so that rounding does not depend on how many firings come at once.
      const isOld = at - draft.fadedAt >= DAY
      if (isOld) fade(draft, at)
      if (reading === null || isOld) reading = readRhythm(draft)
      ahead = tryClocks(draft, context.timeZone, at, reading.week)
      learnGap(draft, draft.last, at, context, reading, ahead)
    }
    const slot = slotOf(at + ahead)
    if (reading !== null) goAstray(draft, slot, reading.week)
    draft.slots[slot] = (draft.slots[slot] ?? 0) + 1
    draft.firings += 1
    draft.last = at
  }
  return rounded(draft)
}

function learnGap(
  draft: Draft,
  from: number,
  to: number,
  { away }: WatchContext,
  { week, markets, calendar, expected }: Reading,
  ahead: number,
): void {
  const excused =
    to - from < 10 * SECOND
      ? []
      : within([...overlapping(away, from, to), ...closuresAfter(markets, from, to)], from, to)
  const gap = to - from - lengthOf(excused)
  const due = expectedIn(week, from, to, excused, ahead)
  const isSettled = draft.weeks > 2
  const longest = isSettled && calendar.longest > 0 ? calendar.longest * CLIPPED : Infinity
  const most = isSettled && expected.longest > 0 ? expected.longest * CLIPPED : Infinity
  countGap(draft.calendar, Math.min(gap, longest), SECOND)
  if (draft.weeks >= 0.9) countGap(draft.expected, Math.min(due, most), PART)
  if (gap <= longest && due <= most) {
    draft.weeks += gap / WEEK
    return
  }
  if (draft.astray > ASTRAY) forgetHours(draft, from + ahead, to + ahead, 0)
  else if (draft.surprisedAt !== null && to - draft.surprisedAt < AGAIN)
    forgetHours(draft, from + ahead, to + ahead, LEFT)
  draft.surprisedAt = to
}

function goAstray(draft: Draft, slot: number, { rates, total }: Week): void {
  const isSeldom = (rates[slot] ?? 0) < (SELDOM * total) / SLOTS
  draft.astray += ((isSeldom ? 1 : 0) - draft.astray) * OF_LATEST
}

/**
 * Scales down the hours of a silent gap to the share `left`, on every day of the week; not if the gap covers all hours
 * of a day. The weekly rate stays the same, so `weeks` shrinks with the counts, not below `WEEKS_OF_NEW_HOURS`.
 */
function forgetHours(draft: Draft, from: number, to: number, left: number): void {
  const { slots } = draft
  const hours = new Set<number>()
  for (let at = from; at < Math.min(to, from + DAY); at += SLOT) hours.add(slotOf(at) % SLOTS_A_DAY)
  if (hours.size === SLOTS_A_DAY) return
  const before = totalOf(slots)
  for (const slot of slots.keys())
    if (hours.has(slot % SLOTS_A_DAY)) slots[slot] = (slots[slot] ?? 0) * left
  const weeks = Math.max(WEEKS_OF_NEW_HOURS, (draft.weeks * totalOf(slots)) / before)
  draft.weeks = Math.min(draft.weeks, weeks)
}

const overlapping = (away: WatchContext['away'], from: number, to: number) =>
  away.length === 0 ? [] : away.filter(([begin, end]) => begin < to && end > from)

/** Scales the week's counts and their duration. */
function soften(draft: Draft, by: number): void {
  draft.weeks *= by
  for (let slot = 0; slot < SLOTS; slot += 1) draft.slots[slot] = (draft.slots[slot] ?? 0) * by
}

function fade(draft: Draft, at: number): void {
  const by = 0.5 ** (Math.min(HALF_LIFE, at - draft.fadedAt) / HALF_LIFE)
  draft.fadedAt = at
  soften(draft, by)
  for (const counts of [draft.calendar, draft.expected])
    for (const bin of counts.keys()) counts[bin] = (counts[bin] ?? 0) * by
  draft.room = 1 + (draft.room - 1) * by
}

const round = (value: number) => Math.round(value * 100) / 100
/** Nine decimals, 0.6 ms of a week, so that gaps of less than a second still add up in `weeks`. */
const finely = (value: number) => Math.round(value * 1e9) / 1e9

const rounded = (draft: Draft): Rhythm => ({
  ...draft,
  weeks: finely(draft.weeks),
  room: finely(draft.room),
  slots: draft.slots.map(round),
  calendar: draft.calendar.map(round),
  expected: draft.expected.map(round),
  clocks: draft.clocks.map(round),
  astray: finely(draft.astray),
})
