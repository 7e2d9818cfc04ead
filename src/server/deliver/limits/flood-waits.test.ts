import { beforeEach, expect, it } from 'vitest'
import { FloodWaits } from './flood-waits.ts'

const first = { key: 'u:7:1', botId: '7' }
const second = { key: 'u:7:2', botId: '7' }
const third = { key: 'u:7:3', botId: '7' }

let waits: FloodWaits
beforeEach(() => {
  waits = new FloodWaits({ botWindow: 5_000, sameEnd: 2_000 })
})

it('delays only the lane that got the flood wait', () => {
  expect(waits.begin(first, 3_000, 100)).toBe(0)
  expect(waits.waitFor(first, 1_100)).toBe(2_000)
  expect(waits.waitFor(second, 1_100)).toBe(0)
  expect(waits.waitFor(first, 3_100)).toBe(0)
})

it('delays the whole bot for the shorter of two flood waits that come within 5 s', () => {
  waits.begin(first, 3_000_000, 0)
  expect(waits.begin(second, 3_000, 4_000)).toBe(3_000)
  expect(waits.waitFor(third, 4_000)).toBe(3_000)
  expect(waits.waitFor(first, 4_000)).toBe(2_996_000)
  expect(waits.waitFor({ key: 'u:8:1', botId: '8' }, 4_000)).toBe(0)
  expect(waits.waitFor(third, 7_000)).toBe(0)
})

it('delays the whole bot until two flood waits that end within 2 s are over', () => {
  waits.begin(first, 3_000_000, 0)
  expect(waits.begin(second, 2_997_000, 4_000)).toBe(2_997_000)
  expect(waits.waitFor(third, 4_000)).toBe(2_997_000)
})

it('finds two flood waits that end together among others', () => {
  waits.begin(first, 3_000_000, 0)
  waits.begin(second, 3_000, 1_000)
  expect(waits.begin(third, 2_998_500, 2_000)).toBe(2_998_500)
})

it('leaves the bot free when the first flood wait is already over', () => {
  waits.begin(first, 1_000, 0)
  expect(waits.begin(second, 3_000_000, 4_000)).toBe(0)
  expect(waits.waitFor(third, 4_000)).toBe(0)
})

it('keeps a running wait of the bot when a shorter flood wait follows', () => {
  waits.begin(first, 60_000, 0)
  waits.begin(second, 60_000, 100)
  expect(waits.begin(third, 1_000, 200)).toBe(59_900)
})

it('leaves the bot free when two flood waits come 6 s apart, or from one lane', () => {
  waits.begin(first, 60_000, 0)
  expect(waits.begin(second, 1_000, 6_000)).toBe(0)
  expect(waits.begin(second, 1_000, 7_000)).toBe(0)
  expect(waits.waitFor(third, 7_000)).toBe(0)
})

it('merges the flood wait of another process when it is longer', () => {
  waits.begin(first, 300, 1_000)
  waits.merge(first, { lane: 500, bot: 0 }, 1_000)
  expect(waits.waitFor(first, 1_000)).toBe(500)
  waits.merge(first, { lane: 200, bot: 700 }, 1_000)
  expect(waits.waitFor(first, 1_000)).toBe(700)
  expect(waits.waitFor(second, 1_000)).toBe(700)
  waits.merge(second, { lane: 0, bot: 0 }, 1_000)
  expect(waits.waitFor(second, 1_000)).toBe(700)
})

it('prunes only flood waits that are over', () => {
  waits.begin(first, 1_000, 0)
  waits.begin(second, 60_000, 10_000)
  waits.prune(11_000)
  expect(waits.waitFor(second, 11_000)).toBe(59_000)
  expect(waits.begin(third, 59_000, 11_000)).toBe(59_000)
})
