import { beforeEach, expect, it } from 'vitest'
import { Holds } from './flood-waits.ts'

const first = { key: 'u:7:1', botId: '7' }
const second = { key: 'u:7:2', botId: '7' }
const third = { key: 'u:7:3', botId: '7' }

let holds: Holds
beforeEach(() => {
  holds = new Holds(5_000)
})

it('lets a lane wait that was told to, and no other', () => {
  expect(holds.hold(first, 3_000, 100)).toBe(0)
  expect(holds.waitFor(first, 1_100)).toBe(2_000)
  expect(holds.waitFor(second, 1_100)).toBe(0)
  expect(holds.waitFor(first, 3_100)).toBe(0)
})

it('lets the whole bot wait for the longer time when two of its lanes were told at once', () => {
  holds.hold(first, 60_000, 0)
  expect(holds.hold(second, 1_000, 4_000)).toBe(56_000)
  expect(holds.waitFor(third, 4_000)).toBe(56_000)
  expect(holds.waitFor({ key: 'u:8:1', botId: '8' }, 4_000)).toBe(0)
})

it('takes no two for one that were told long after each other, nor one lane for two', () => {
  holds.hold(first, 60_000, 0)
  expect(holds.hold(second, 1_000, 6_000)).toBe(0)
  expect(holds.hold(second, 1_000, 7_000)).toBe(0)
  expect(holds.waitFor(third, 7_000)).toBe(0)
})

it('learns what another process was told, where that is longer than what it knows', () => {
  holds.hold(first, 300, 1_000)
  holds.learn(first, { lane: 500, bot: 0 }, 1_000)
  expect(holds.waitFor(first, 1_000)).toBe(500)
  holds.learn(first, { lane: 200, bot: 700 }, 1_000)
  expect(holds.waitFor(first, 1_000)).toBe(700)
  expect(holds.waitFor(second, 1_000)).toBe(700)
  holds.learn(second, { lane: 0, bot: 0 }, 1_000)
  expect(holds.waitFor(second, 1_000)).toBe(700)
})

it('forgets what is over, and nothing else', () => {
  holds.hold(first, 1_000, 0)
  holds.hold(second, 60_000, 10_000)
  holds.forget(11_000)
  expect(holds.waitFor(second, 11_000)).toBe(59_000)
  expect(holds.hold(third, 1, 11_000)).toBe(59_000)
})
