import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CachedRead } from './cached-read.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('reads once for all requests within ten seconds', async () => {
  const read = vi.fn(async () => read.mock.calls.length)
  const kept = new CachedRead(read)
  await Promise.all(Array.from({ length: 100 }, () => kept.refresh()))
  expect(kept.value).toBe(1)
  vi.advanceTimersByTime(9_000)
  await kept.refresh()
  expect(kept.value).toBe(1)
  vi.advanceTimersByTime(2_000)
  await kept.refresh()
  expect(kept.value).toBe(2)
})

it('has no value after a failed reading, until one succeeds', async () => {
  let isAway = false
  const kept = new CachedRead(async () => {
    if (isAway) throw new Error('the database is away')
    return 'something'
  })
  await kept.refresh()
  expect(kept.value).toBe('something')
  isAway = true
  vi.advanceTimersByTime(11_000)
  await kept.refresh()
  expect(kept.value).toBeUndefined()
  isAway = false
  vi.advanceTimersByTime(11_000)
  await kept.refresh()
  expect(kept.value).toBe('something')
})

it('stops waiting for a hung reading, begins no other, drops a minute-old value', async () => {
  const hangs = Promise.withResolvers<string>()
  const readings = [Promise.resolve('first'), hangs.promise]
  const read = vi.fn(() => readings.shift() ?? Promise.resolve('last'))
  const kept = new CachedRead(read, { goodFor: 10_000, oldest: 60_000, patience: 1 })
  await kept.refresh()
  vi.advanceTimersByTime(20_000)
  await kept.refresh()
  expect(kept.value).toBe('first')
  vi.advanceTimersByTime(41_000)
  await kept.refresh()
  expect(kept.value).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(2)
  hangs.resolve('second')
  await vi.waitFor(() => expect(kept.value).toBe('second'))
})
