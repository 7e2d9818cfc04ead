import { expect, it } from 'vitest'
import { migratedPlace } from '../support/test-place.ts'
import { simulate } from './simulation/simulate.ts'

async function run(seed: number) {
  await using folder = await migratedPlace()
  try {
    return await simulate(seed, folder.place)
  } catch (error) {
    throw new Error(`npm run simulate -- --seed ${seed} --runs 1`, { cause: error })
  }
}

/** 25 seeds. */
async function runPart(part: number): Promise<void> {
  const figures: Awaited<ReturnType<typeof run>>[] = []
  for (let seed = 1; seed <= 25; seed += 1) figures.push(await run(part * 25 + seed))
  const sum = (of: 'alerts' | 'deaths' | 'failed') => figures.reduce((all, one) => all + one[of], 0)
  expect(sum('alerts')).toBeGreaterThan(200)
  expect(sum('deaths')).toBeGreaterThan(10)
  expect(sum('failed')).toBeGreaterThan(0)
}

const title =
  'delivers or fails each alert in order, whatever Telegram does and whenever the process dies (%i)'
it.each([0, 1])(title, runPart)
it.each([2, 3])(title, { tags: ['extended'] }, runPart)

it('gives the same figures for the same seed', async () => {
  for (const seed of [24, 49]) expect(await run(seed)).toEqual(await run(seed))
})
