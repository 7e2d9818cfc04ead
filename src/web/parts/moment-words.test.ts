import { describe, expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import { aboutWords, atWords, countdownWords, daysFromToday, sinceWords } from './moment-words.ts'

const dates = dateFormats('Europe/Madrid')
const now = Date.parse('2026-11-19T15:42:00Z')
const after = (ms: number) => new Date(now + ms).toISOString()
const HOUR = 3_600_000

describe('a moment', () => {
  it('is given as a time if it is today', () => {
    expect(sinceWords('2026-11-19T15:40:10Z', now, dates)).toBe('desde las 16:40')
    expect(atWords('2026-11-19T22:59:59Z', now, dates)).toBe('a las 23:59')
  })

  it('is given with its day if it is another day', () => {
    expect(sinceWords('2026-11-20T08:12:00Z', now, dates)).toBe('desde mañana a las 09:12')
    expect(sinceWords('2026-11-18T15:40:10Z', now, dates)).toBe('desde el 18 nov a las 16:40')
    expect(atWords('2026-11-19T23:00:00Z', now, dates)).toBe('mañana a las 00:00')
    expect(atWords('2026-11-21T08:12:00Z', now, dates)).toBe('el 21 nov a las 09:12')
  })
})

it('counts days by the calendar, also where one lasts 23 or 25 hours', () => {
  const apart = (instant: string, from: string) => daysFromToday(instant, Date.parse(from), dates)
  // Clocks went forward on 29 March 2026 and back on 25 October.
  expect(apart('2026-03-29T07:00:00Z', '2026-03-28T22:30:00Z')).toBe(1)
  expect(apart('2026-03-30T07:00:00Z', '2026-03-28T22:30:00Z')).toBe(2)
  expect(apart('2026-03-29T10:00:00Z', '2026-03-29T22:30:00Z')).toBe(-1)
  expect(apart('2026-10-26T08:00:00Z', '2026-10-24T22:30:00Z')).toBe(1)
  expect(apart('2027-01-01T08:00:00Z', '2026-12-31T08:00:00Z')).toBe(1)
})

it('rounds an estimated moment to minutes or to a time of day', () => {
  const about = (ms: number) => aboutWords(after(ms), now, dates)
  expect(about(-5_000)).toBe('en unos segundos')
  expect(about(9_999)).toBe('en unos segundos')
  expect(about(10_000)).toBe('en menos de 1\u00a0min')
  expect(about(60_000)).toBe('en unos 1\u00a0min')
  expect(about(119_000)).toBe('en unos 2\u00a0min')
  expect(about(10 * 60_000)).toBe('hacia las 16:52')
  expect(about(17 * HOUR)).toBe('mañana hacia las 09:42')
})

it('counts down to a moment', () => {
  const left = (ms: number) => countdownWords(after(ms), now)
  expect(left(42_001)).toBe('en 43\u00a0s')
  expect(left(3_500_000)).toBe('en 59\u00a0min')
  expect(left(0)).toBe('en un momento')
  expect(left(-60_000)).toBe('en un momento')
})
