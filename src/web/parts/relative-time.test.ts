import { describe, expect, it } from 'vitest'
import { relativeTime, shortRelativeTime } from './relative-time.ts'

const now = Date.parse('2026-11-19T16:42:00Z')
const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), now)

describe('the relative time', () => {
  it('uses the largest whole unit', () => {
    expect(ago(12_000)).toBe('hace 12 s')
    expect(ago(59_999)).toBe('hace 59 s')
    expect(ago(60_000)).toBe('hace 1 min')
    expect(ago(4 * 3_600_000 + 1)).toBe('hace 4 h')
    expect(ago(24 * 3_600_000)).toBe('hace 1 día')
    expect(ago(72 * 3_600_000)).toBe('hace 3 días')
  })

  it('is «ahora mismo» below one second', () => {
    expect(ago(999)).toBe('ahora mismo')
  })

  it("is «ahora mismo» if the server's clock is ahead of the browser's", () => {
    expect(ago(-5_000)).toBe('ahora mismo')
  })
})

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

describe('the age of a notification', () => {
  const ago = (ms: number) => shortRelativeTime(new Date(now - ms).toISOString(), now)

  it.each([
    [0, '0s atrás'],
    [42 * SECOND + 999, '42s atrás'],
    [MINUTE - 1, '59s atrás'],
    [MINUTE, '1m atrás'],
    [HOUR - 1, '59m atrás'],
    [HOUR, '1h atrás'],
    [DAY - 1, '23h atrás'],
    [DAY, '1d atrás'],
    [400 * DAY, '400d atrás'],
  ])('rounds %i ms down to the largest unit: «%s»', (age, said) => {
    expect(ago(age)).toBe(said)
  })

  it("is 0 s if the server's clock is ahead of the browser's", () => {
    expect(ago(-5 * SECOND)).toBe('0s atrás')
  })
})
