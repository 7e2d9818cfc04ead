import { expect, it } from 'vitest'
import { lateMinutes, markLate } from './late-mark.ts'

it.each([
  [0, null],
  [59_999, null],
  [60_000, 1],
  [4 * 60_000 + 59_000, 4],
  [-3_600_000, null],
])('counts a wait of %i ms as %s minutes late', (waited, minutes) => {
  expect(lateMinutes(1_000_000_000, 1_000_000_000 + waited)).toBe(minutes)
})

it('puts the late mark before the message and shifts its entities', () => {
  const message = { text: 'BTC', entities: [{ type: 'bold' as const, offset: 0, length: 3 }] }
  expect(markLate(message, null)).toBe(message)
  expect(markLate(message, 4)).toEqual({
    text: '⏱ llegó 4 min tarde\nBTC',
    entities: [{ type: 'bold', offset: 20, length: 3 }],
  })
})
