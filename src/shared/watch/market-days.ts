/** Days on which markets stay closed or close early: alerts that follow a market are not blamed for silence then. */
import { memoize } from '../memoize.ts'
import type { Span } from './spans.ts'
import { DAY, MINUTE, modulo, offsetOf, SLOT, SLOTS, SLOTS_A_DAY } from './week-clock.ts'

const HOUR = 60 * MINUTE

type Market = {
  zone: string
  /** Local hours of weekdays in which alerts of this market fire. */
  hours: readonly [from: number, to: number]
  /** When a trading day begins and ends, in hours from its local midnight. */
  day: readonly [from: number, to: number]
  /** Closed days of a year, each as the timestamp of its date at 00:00 UTC. */
  closed: (year: number) => number[]
  /** Days that end early, with the hour of their end. */
  early: (year: number) => [day: number, hour: number][]
}

const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date)
const weekday = (at: number) => new Date(at).getUTCDay()

/** The nth Monday (1) or other weekday of a month; the last one for -1. */
function nth(year: number, month: number, wanted: number, which: number): number {
  if (which < 0) {
    const last = day(year, month + 1, 0)
    return last - modulo(weekday(last) - wanted, 7) * DAY
  }
  const first = day(year, month, 1)
  return first + (modulo(wanted - weekday(first), 7) + 7 * (which - 1)) * DAY
}

/** Easter Sunday by Gauss's rule, as Meeus gives it. */
function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  return day(year, 3, 22 + h + l - 7 * m)
}

/** A Saturday's holiday is kept on Friday, a Sunday's on Monday. */
const american = (at: number) => at + (weekday(at) === 6 ? -DAY : weekday(at) === 0 ? DAY : 0)
const isWeekend = (at: number) => weekday(at) % 6 === 0
/** A weekend's holiday is kept on Monday; Christmas and the day after it, two days later. */
const british = (at: number) => at + (weekday(at) === 6 ? 2 * DAY : weekday(at) === 0 ? DAY : 0)
const ofChristmas = (at: number) => at + (isWeekend(at) ? 2 * DAY : 0)

const newYork: Market = {
  zone: 'America/New_York',
  hours: [4, 20],
  day: [0, 24],
  closed: year => [
    ...(weekday(day(year, 1, 1)) === 6 ? [] : [american(day(year, 1, 1))]),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    easter(year) - 2 * DAY,
    nth(year, 5, 1, -1),
    american(day(year, 6, 19)),
    american(day(year, 7, 4)),
    nth(year, 9, 1, 1),
    nth(year, 11, 4, 4),
    american(day(year, 12, 25)),
  ],
  early: year => [
    [day(year, 7, 3), 13],
    [nth(year, 11, 4, 4) + DAY, 13],
    [day(year, 12, 24), 13],
  ],
}

/**
 * London, Frankfurt, Paris and Madrid share hours that don't tell them apart, so the holidays of all of them
 * count.
 */
const europe: Market = {
  zone: 'Europe/London',
  hours: [6, 17],
  day: [0, 24],
  closed: year => [
    british(day(year, 1, 1)),
    day(year, 1, 1),
    easter(year) - 2 * DAY,
    easter(year) + DAY,
    day(year, 5, 1),
    nth(year, 5, 1, 1),
    nth(year, 5, 1, -1),
    nth(year, 8, 1, -1),
    day(year, 12, 24),
    day(year, 12, 25),
    day(year, 12, 26),
    ofChristmas(day(year, 12, 25)),
    ofChristmas(day(year, 12, 26)),
    day(year, 12, 31),
  ],
  early: year => [
    [day(year, 12, 24), 12],
    [day(year, 12, 30), 13],
    [day(year, 12, 31), 12],
  ],
}

/** Currencies and futures rest from Friday evening to Sunday evening of New York. A day begins on its eve. */
const aroundTheClock: Market = {
  zone: 'America/New_York',
  hours: [0, 24],
  day: [-7, 18],
  closed: year => [day(year, 1, 1), easter(year) - 2 * DAY, day(year, 12, 25)],
  early: year => [
    ...newYork.closed(year).map((at): [number, number] => [at, 13]),
    [nth(year, 11, 4, 4) + DAY, 13],
    [day(year, 12, 24), 13],
    [day(year, 12, 31), 16],
  ],
}

export const marketNames = ['newYork', 'europe', 'aroundTheClock'] as const
export type MarketName = (typeof marketNames)[number]
const markets: Record<MarketName, Market> = { newYork, europe, aroundTheClock }

const closuresOf = memoize((key: string): Span[] => {
  const [name, year] = key.split(' ')
  const { zone, closed, early, day } = markets[name as MarketName]
  const local = (at: number, hour: number) => at - offsetOf(zone, at + DAY / 2) + hour * HOUR
  const [from, to] = day
  return [
    ...closed(Number(year)).map((at): Span => [local(at, from), local(at, to)]),
    ...early(Number(year)).map(([at, hour]): Span => [local(at, hour), local(at, to)]),
  ]
}, 4_096)

/** The last bar of a session fires some moments, or half an hour, after the close. */
const LAST_BAR = 35 * MINUTE

/**
 * Closures that begin before `to` and after the last firing, or up to `LAST_BAR` before it: an alert that fires on a
 * holiday does not observe it.
 */
export function closuresAfter(names: readonly MarketName[], last: number, to: number): Span[] {
  if (names.length === 0) return []
  const found: Span[] = []
  for (let year = yearOf(last); year <= yearOf(to + DAY); year += 1)
    for (const name of names)
      for (const span of closuresOf(`${name} ${year}`))
        if (span[0] >= last - LAST_BAR && span[0] < to) found.push(span)
  return found
}

const yearOf = (at: number) => new Date(at).getUTCFullYear()

/** Half hours of the week in which a market is open, by its own clock. */
const openSlots = Object.fromEntries(
  marketNames.map(name => [name, Array.from({ length: SLOTS }, (_, slot) => isOpen(name, slot))]),
) as Record<MarketName, boolean[]>

function isOpen(name: MarketName, slot: number): boolean {
  const weekday = Math.floor(slot / SLOTS_A_DAY)
  const hour = (slot % SLOTS_A_DAY) / 2
  if (name === 'aroundTheClock')
    return weekday < 4 || (weekday === 4 && hour < 18) || (weekday === 6 && hour >= 17)
  const [from, to] = markets[name].hours
  return weekday < 5 && hour >= from && hour < to
}

/**
 * Markets whose hours contain at least 99 % of the firings.
 * @param ahead how far the clock of the slots is ahead of UTC
 */
export function marketsOf(slots: readonly number[], ahead: number, anchor: number): MarketName[] {
  return marketNames.filter(name => {
    const open = openSlots[name]
    const turn = modulo(Math.round((offsetOf(markets[name].zone, anchor) - ahead) / SLOT), SLOTS)
    let inside = 0
    let outside = 0
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const count = slots[slot] ?? 0
      if (open[(slot + turn) % SLOTS]) inside += count
      else outside += count
    }
    return outside <= (inside + outside) / 100
  })
}
