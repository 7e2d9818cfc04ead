import { describe, expect, it } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = Date.parse('2026-11-19T16:42:00Z')
const ago = (ms: number) => timeAgo(new Date(now - ms).toISOString(), now)

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

describe('the age of a notification', () => {
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
  ])('%i ms is told in the largest whole unit, «%s»', (age, said) => {
    expect(ago(age)).toBe(said)
  })

  it("is nothing when the server's clock is ahead of the browser's", () => {
    expect(ago(-5 * SECOND)).toBe('0s atrás')
  })
})
