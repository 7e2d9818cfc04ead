import { describe, expect, it } from 'vitest'
import { closuresAfter, type MarketName, marketsOf } from './market-days.ts'
import { SLOTS, SLOTS_A_DAY } from './week-clock.ts'

const HOUR = 3_600_000

/** Weekdays of a year with a closure of a whole day, in the market's zone. */
function daysOf(name: MarketName, year: number): string[] {
  const zone = name === 'europe' ? 'Europe/London' : 'America/New_York'
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  const whole = closuresAfter([name], Date.UTC(year, 0, 1) - 12 * HOUR, Date.UTC(year, 11, 31, 12))
    .filter(
      ([from, to]) => to - from >= 23 * HOUR && new Date(from + 12 * HOUR).getUTCDay() % 6 > 0,
    )
    .map(([from]) => day.format(from + 12 * HOUR))
  return [...new Set(whole)].filter(text => text.startsWith(`${year}`)).sort()
}

describe('days without trading', () => {
  it.each([
    [2025, '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'],
    [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    // New Year fell on a Saturday, for which New York has no substitute day.
    [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
  ])('match the calendar of New York in %i', (year, days) => {
    expect(daysOf('newYork', year)).toEqual(days.split(' ').map(day => `${year}-${day}`))
  })

  it('combine the closures of all exchanges in Europe', () => {
    expect(daysOf('europe', 2026)).toEqual(
      '01-01 04-03 04-06 05-01 05-04 05-25 08-31 12-24 12-25 12-28 12-31'
        .split(' ')
        .map(day => `2026-${day}`),
    )
  })

  it('end for currencies and futures when trading resumes in the evening', () => {
    const closures = (from: string, to: string) =>
      closuresAfter(['aroundTheClock'], Date.parse(from), Date.parse(to)).map(span =>
        span.map(at => new Date(at).toISOString().slice(0, 16)).join(' '),
      )
    expect(closures('2026-01-18T12:00Z', '2026-01-21T12:00Z')).toEqual([
      '2026-01-19T18:00 2026-01-19T23:00',
    ])
    expect(closures('2025-12-23T12:00Z', '2025-12-27T12:00Z').sort()).toEqual([
      '2025-12-24T18:00 2025-12-24T23:00',
      '2025-12-24T22:00 2025-12-25T23:00',
      '2025-12-25T18:00 2025-12-25T23:00',
    ])
  })

  it('do not apply to an alert that fires on them', () => {
    const noon = Date.UTC(2026, 3, 3, 16)
    const to = noon + 12 * HOUR
    expect(closuresAfter(['newYork'], noon, to)).toEqual([])
    expect(closuresAfter(['newYork'], noon - 24 * HOUR, to)).toHaveLength(1)
  })
})

it.each([
  ['weekdays from 9 to 16', [0, 1, 2, 3, 4], 9, 16, ['newYork', 'aroundTheClock']],
  ['weekdays from 3 to 11', [0, 1, 2, 3, 4], 3.5, 11, ['europe', 'aroundTheClock']],
  ['each day', [0, 1, 2, 3, 4, 5, 6], 9, 16, []],
] as const)('matches an alert of %s in New York to markets %s', (_, days, from, to, markets) => {
  const slots = Array.from({ length: SLOTS }, (_, slot) => {
    const hour = (slot % SLOTS_A_DAY) / 2
    return days.some(day => day === Math.floor(slot / SLOTS_A_DAY)) && hour >= from && hour < to
      ? 10
      : 0
  })
  expect(marketsOf(slots, -5 * HOUR, Date.UTC(2026, 0, 5))).toEqual(markets)
})
