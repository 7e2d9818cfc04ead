/** Activity and prices of markets. */

export type Market = 'crypto' | 'metals' | 'london' | 'ibex' | 'news'

/** `day` is 0 for Monday to 6 for Sunday. */
type Clock = { day: number; hour: number }

const WEEKEND_OF_CRYPTO = 0.55

/** From 0 (closed) to 1. @param at milliseconds UTC */
export function liveliness(market: Market, at: number): number {
  const clock = clockInMadrid(at)
  const { day, hour } = clock
  const isWeekday = day < 5
  switch (market) {
    case 'crypto':
      return (isWeekday ? 1 : WEEKEND_OF_CRYPTO) * (0.35 + 0.65 * daylight(hour, 16))
    case 'metals':
      return isTradedRoundTheClock(clock) ? 0.1 + 0.9 * daylight(hour, 14.5) ** 2 : 0
    case 'london':
      if (!isWeekday || hour < 8 || hour >= 17) return 0
      return hour < 11 ? 1 : 0.45
    case 'ibex':
      return isWeekday && hour >= 9 && hour <= 9.5 ? 1 : 0
    case 'news':
      return isWeekday && hour >= 8 && hour < 21 ? 0.3 + 0.7 * daylight(hour, 15) ** 4 : 0
  }
}

/** From late Sunday evening to late Friday evening, Madrid time. */
const isTradedRoundTheClock = ({ day, hour }: Clock): boolean =>
  day < 4 || (day === 4 && hour < 22) || (day === 6 && hour >= 23)

/** 1 at its peak, 0 twelve hours from it. */
const daylight = (hour: number, peak: number): number =>
  (1 + Math.cos(((hour - peak) / 12) * Math.PI)) / 2

const madrid = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  weekday: 'short',
  hour: '2-digit',
})
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const HOUR_MS = 60 * 60_000
const hours = new Map<number, Clock>()

/** Called for every candle of twelve weeks, so each hour is cached. */
function clockInMadrid(at: number): Clock {
  const whole = Math.floor(at / HOUR_MS)
  const { day, hour } = hours.get(whole) ?? lookUp(whole * HOUR_MS)
  hours.set(whole, { day, hour })
  return { day, hour: hour + (at % HOUR_MS) / HOUR_MS }
}

function lookUp(at: number): Clock {
  const [day = '', hour] = madrid.format(at).split(/[ ,]+/)
  return { day: days.indexOf(day), hour: Number(hour) }
}

const DAY_MS = 24 * HOUR_MS

/**
 * A price that wanders, the same at the same instant.
 * @param usual its centre
 * @param swing largest distance from the centre, as a share of it
 */
export function priceAt(at: number, { usual, swing }: { usual: number; swing: number }): number {
  const day = at / DAY_MS
  const wave =
    0.5 * Math.sin(day / 9) + 0.3 * Math.sin(day * 0.83 + 1) + 0.2 * Math.sin(day * 7.1 + 2)
  return usual * (1 + swing * wave)
}
