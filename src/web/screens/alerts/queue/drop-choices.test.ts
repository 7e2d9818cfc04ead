import { describe, expect, it } from 'vitest'
import { type DropChoice, droppedBefore } from './drop-choices.ts'

const at = (day: number, ...time: number[]) => new Date(2026, 10, day, ...time).toISOString()
const asOf = at(19, 9, 20, 30)
const upTo = (choice: DropChoice, clock = '') => droppedBefore(choice, clock, asOf)

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
})
