import { describe, expect, it } from 'vitest'
import { dayBefore, lastDays, lastWeeks } from './calendar.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)
const hours = (stretches: { from: number; to: number }[]) =>
  stretches.map(({ from, to }) => (to - from) / HOUR)

describe('the last days', () => {
  it('are days of the reader’s zone, today last', () => {
    const days = lastDays(at('2026-11-19T23:30:00Z'), 'Europe/Madrid', 3)
    expect(days.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    expect(days[2]).toEqual({
      day: '2026-11-20',
      from: at('2026-11-19T23:00:00Z'),
      to: at('2026-11-20T23:00:00Z'),
    })
  })

  it('have 23 and 25 hours when the clocks are moved', () => {
    expect(hours(lastDays(at('2026-03-30T12:00:00Z'), 'Europe/Madrid', 3))).toEqual([24, 23, 24])
    expect(hours(lastDays(at('2026-10-26T12:00:00Z'), 'Europe/Madrid', 3))).toEqual([24, 25, 24])
  })

  it('begin at midnight, in half- and quarter-hour zones too, or later if skipped', () => {
    const began = (now: string, zone: string) =>
      lastDays(at(now), zone, 1).map(({ from }) => new Date(from).toISOString())
    expect(began('2026-11-19T12:00:00Z', 'Asia/Kolkata')).toEqual(['2026-11-18T18:30:00.000Z'])
    expect(began('2026-11-19T12:00:00Z', 'Asia/Kathmandu')).toEqual(['2026-11-18T18:15:00.000Z'])
    expect(began('2026-03-29T12:00:00Z', 'Asia/Beirut')).toEqual(['2026-03-28T22:00:00.000Z'])
    expect(hours(lastDays(at('2026-03-29T12:00:00Z'), 'Asia/Beirut', 1))).toEqual([23])
  })
})

describe('the last weeks', () => {
  it('begin on Mondays', () => {
    const weeks = lastWeeks(at('2026-11-22T12:00:00Z'), 'Europe/Madrid', 2)
    expect(weeks.map(({ day }) => day)).toEqual(['2026-11-09', '2026-11-16'])
    expect(lastWeeks(at('2026-11-23T12:00:00Z'), 'Europe/Madrid', 1)[0]?.day).toBe('2026-11-23')
  })

  it('have 167 hours when the clocks go forward', () => {
    const spring = lastWeeks(at('2026-04-01T12:00:00Z'), 'Europe/Madrid', 2)
    expect(hours(spring)).toEqual([167, 168])
  })
})

it('dayBefore keeps the time of day, or moves on where that is skipped', () => {
  const before = (now: string) => new Date(dayBefore(at(now), 'Europe/Madrid')).toISOString()
  expect(before('2026-11-19T12:00:00Z')).toBe('2026-11-18T12:00:00.000Z')
  expect(before('2026-03-29T12:00:00Z')).toBe('2026-03-28T13:00:00.000Z')
  expect(before('2026-03-30T00:30:00Z')).toBe('2026-03-29T01:30:00.000Z')
})
