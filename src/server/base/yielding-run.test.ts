import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { yieldingRun } from './yielding-run.ts'

function* spin(steps: number, stepMs: number): Generator<void, string> {
  for (let step = 0; step < steps; step += 1) {
    for (const began = performance.now(); performance.now() - began < stepMs; );
    yield
  }
  return 'done'
}

it('yields to the event loop between the steps of long work', async () => {
  let turns = 0
  let isOver = false
  const work = yieldingRun(spin(5, 11)).finally(() => {
    isOver = true
  })
  for (; !isOver; turns += 1) await nextTurn()
  expect(await work).toBe('done')
  expect(turns).toBeGreaterThanOrEqual(5)
})

it('rejects with the error that a step throws', async () => {
  const failing = (function* () {
    yield
    throw new RangeError('no')
  })()
  await expect(yieldingRun(failing)).rejects.toThrow(RangeError)
})
