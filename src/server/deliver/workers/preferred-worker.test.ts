import { expect, it } from 'vitest'
import { preferredWorker } from './preferred-worker.ts'

const bots = Array.from({ length: 3_000 }, (_, n) => String(100_000 + n))
const assignments = (workers: string[]) => Map.groupBy(bots, bot => preferredWorker(bot, workers))

it('spreads 3,000 bots over three workers, more than 800 each', () => {
  const sizes = [...assignments(['a', 'b', 'c']).values()].map(own => own.length)
  expect(sizes).toHaveLength(3)
  for (const size of sizes) expect(size).toBeGreaterThan(800)
})

it('prefers the same worker in any order of the workers', () => {
  for (const bot of bots)
    expect(preferredWorker(bot, ['c', 'a', 'b'])).toBe(preferredWorker(bot, ['a', 'b', 'c']))
})

it('moves only the bots of a worker that leaves', () => {
  const before = assignments(['a', 'b', 'c'])
  for (const worker of ['a', 'b'])
    for (const bot of before.get(worker) ?? [])
      expect(preferredWorker(bot, ['a', 'b'])).toBe(worker)
})

it('returns undefined without workers', () => {
  expect(preferredWorker('100000', [])).toBeUndefined()
})
