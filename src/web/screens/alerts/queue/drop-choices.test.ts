import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DropChoice, droppedBefore } from './drop-choices.ts'

const at = (day: number, ...time: number[]) => new Date(2026, 10, day, ...time).toISOString()
const asOf = at(19, 9, 20, 30)
const upTo = (choice: DropChoice, clock = '') => droppedBefore(choice, clock, asOf)

afterEach(() => vi.unstubAllEnvs())

describe('the latest arrival to drop', () => {
  it('is the time of the query, or 5 minutes or 1 hour before it', () => {
    expect(upTo('all')).toBe(asOf)
    expect(upTo('5min')).toBe(at(19, 9, 15, 30))
    expect(upTo('1h')).toBe(at(19, 8, 20, 30))
  })

  it('is the last occurrence of a clock time', () => {
    expect(upTo('time', '09:20')).toBe(at(19, 9, 20))
    expect(upTo('time', '09:21')).toBe(at(18, 9, 21))
    expect(upTo('time', '')).toBeUndefined()
    expect(upTo('time', 'ayer')).toBeUndefined()
  })

  it('is the last occurrence of a clock time also after a day of 23 hours', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    const last = (clock: string, now: string) => droppedBefore('time', clock, now)
    expect(last('23:45', '2026-03-29T22:30:00Z')).toBe('2026-03-29T21:45:00.000Z')
    expect(last('02:30', '2026-03-29T00:00:00Z')).toBe('2026-03-28T01:30:00.000Z')
  })
})
