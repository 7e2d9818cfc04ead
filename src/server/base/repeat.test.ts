import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const onError = vi.fn()
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

it('runs at once, and again after each pause', async () => {
  const step = vi.fn(async () => false)
  await using _ = repeat(step, { every: 100, onError })
  expect(step).toHaveBeenCalledTimes(1)
  await after(99)
  expect(step).toHaveBeenCalledTimes(1)
  await after(1)
  expect(step).toHaveBeenCalledTimes(2)
})

it('delays the first run by the given time', async () => {
  const step = vi.fn(async () => {})
  await using _ = repeat(step, { every: 100, first: 30, onError })
  await after(29)
  expect(step).not.toHaveBeenCalled()
  await after(1)
  expect(step).toHaveBeenCalledTimes(1)
})

it('makes the shorter pause while there is more to do', async () => {
  const more = [true, true, false]
  const step = vi.fn(async () => more.shift() ?? false)
  await using _ = repeat(step, { every: 1_000, rest: 10, onError })
  await after(20)
  expect(step).toHaveBeenCalledTimes(3)
  await after(500)
  expect(step).toHaveBeenCalledTimes(3)
})

it('reports an error and goes on', async () => {
  const step = vi.fn(async () => {
    throw new Error('not now')
  })
  await using _ = repeat(step, { every: 100, onError })
  await after(100)
  expect(onError.mock.calls).toEqual([[new Error('not now')], [new Error('not now')]])
})

it('runs early on request, and never twice at a time', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const step = vi.fn(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  await using repeated = repeat(step, { every: 1_000, onError })
  repeated.soon()
  repeated.soon()
  await after(2_000)
  expect(step).toHaveBeenCalledTimes(1)
  runs[0]?.resolve()
  await after(0)
  expect(step).toHaveBeenCalledTimes(2)
  runs[1]?.resolve()
  await after(500)
  repeated.soon()
  await after(0)
  expect(step).toHaveBeenCalledTimes(3)
  runs[2]?.resolve()
})

it('aborts the current run and waits for it when disposed', async () => {
  let hasEnded = false
  const repeated = repeat(
    async signal => {
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      hasEnded = true
    },
    { every: 100, onError },
  )
  await repeated[Symbol.asyncDispose]()
  expect(hasEnded).toBe(true)
  await after(1_000)
})

it('ends in the middle of a pause when disposed', async () => {
  const step = vi.fn(async () => {})
  const repeated = repeat(step, { every: 3_600_000, onError })
  await after(10)
  await repeated[Symbol.asyncDispose]()
  expect(step).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
