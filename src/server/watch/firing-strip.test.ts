import { expect, it } from 'vitest'
import { STRIP_DAYS } from '#shared/limits.ts'
import { countInStrip, stripUntil } from './firing-strip.ts'

const zone = 'Europe/Madrid'
const at = (text: string) => Date.parse(text)
const last = (text: string, today: string, days: number) =>
  stripUntil(text, today).counts.slice(-days)

it('counts firings by day of a time zone, latest last', () => {
  const text = countInStrip(
    '',
    [at('2026-11-20T22:59:59Z'), at('2026-11-20T23:00:00Z'), at('2026-11-21T12:00:00Z')],
    zone,
  )
  expect(stripUntil(text, '2026-11-21').until).toBe('2026-11-21')
  expect(stripUntil(text, '2026-11-21').counts).toHaveLength(STRIP_DAYS)
  expect(last(text, '2026-11-21', 3)).toEqual([0, 1, 2])
})

it('counts the same one by one as all at once, also on a day of 25 hours', () => {
  const firings = Array.from(
    { length: 400 },
    (_, nth) => at('2026-10-20T00:00:00Z') + nth * 3_600_000,
  )
  const oneByOne = firings.reduce((text, firing) => countInStrip(text, [firing], zone), '')
  expect(oneByOne).toBe(countInStrip('', firings, zone))
  const { counts } = stripUntil(oneByOne, '2026-10-25')
  expect(counts).toContain(25)
})

it('adds a zero for each day since, and forgets days out of range', () => {
  const text = countInStrip('', [at('2026-11-20T12:00:00Z')], zone)
  expect(last(text, '2026-11-23', 4)).toEqual([1, 0, 0, 0])
  expect(stripUntil(text, '2027-11-23').counts).toEqual(new Array(STRIP_DAYS).fill(0))
  const later = countInStrip(text, [at('2027-11-20T12:00:00Z')], zone)
  expect(last(later, '2027-11-20', 2)).toEqual([0, 1])
})

it('counts a late firing on its own day if that is still in range', () => {
  const text = countInStrip('', [at('2026-11-20T12:00:00Z')], zone)
  const late = countInStrip(text, [at('2026-11-18T12:00:00Z'), at('2025-11-18T12:00:00Z')], zone)
  expect(last(late, '2026-11-20', 3)).toEqual([1, 0, 1])
})

it('includes a day still to come after the time zone was changed', () => {
  const text = countInStrip('', [at('2026-11-20T12:00:00Z')], zone)
  expect(stripUntil(text, '2026-11-19').until).toBe('2026-11-20')
})
