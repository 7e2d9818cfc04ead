import { expect, it } from 'vitest'
import { preferredWorker } from './preferred-worker.ts'

const bots = Array.from({ length: 3_000 }, (_, n) => String(100_000 + n))
const shares = (workers: string[]) => Map.groupBy(bots, bot => preferredWorker(bot, workers))

it('gives every worker about as many bots', () => {
  const sizes = [...shares(['a', 'b', 'c']).values()].map(share => share.length)
  expect(sizes).toHaveLength(3)
  for (const size of sizes) expect(size).toBeGreaterThan(800)
})

it('is the same for all, in whatever order they know each other', () => {
  for (const bot of bots)
    expect(preferredWorker(bot, ['c', 'a', 'b'])).toBe(preferredWorker(bot, ['a', 'b', 'c']))
})

it('moves no bot but those of the one that goes', () => {
  const before = shares(['a', 'b', 'c'])
  for (const worker of ['a', 'b'])
    for (const bot of before.get(worker) ?? [])
      expect(preferredWorker(bot, ['a', 'b'])).toBe(worker)
})

it('finds nobody where there is nobody', () => {
  expect(preferredWorker('100000', [])).toBeUndefined()
})
