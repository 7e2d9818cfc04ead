// @module-tag server
// @module-tag extended
// @module-tag process
import { expect, it } from 'vitest'
import { fuzz, fuzzers } from './fuzzers.ts'

const few: Record<string, number> = { webhooks: 150, calls: 100, telegram: 4 }

it.for(fuzzers)('survives $what', async fuzzer => {
  const runs = few[fuzzer.name] ?? 0
  const figures = await fuzz(fuzzer, { seed: 16, runs, slowestMs: Number.POSITIVE_INFINITY })
  expect(figures.runs).toBeGreaterThanOrEqual(runs)
})
