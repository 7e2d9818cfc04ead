import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttleBatches } from './throttle-batches.ts'

describe('throttleBatches', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('passes on a single item at once', async () => {
    const batches: string[][] = []
    const add = throttleBatches<string>(250, batch => batches.push(batch))

    add('a')
    await vi.advanceTimersByTimeAsync(0)

    expect(batches).toEqual([['a']])
  })

  it('gathers the items of an interval into one batch', async () => {
    const batches: string[][] = []
    const add = throttleBatches<string>(250, batch => batches.push(batch))

    for (const item of ['a', 'b', 'c']) {
      add(item)
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(batches).toEqual([['a']])

    await vi.advanceTimersByTimeAsync(250)
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('runs at most every 250 ms under steady additions, without losing items', async () => {
    const batches: number[][] = []
    const add = throttleBatches<number>(250, batch => batches.push(batch))

    for (let item = 0; item < 200; item += 1) {
      add(item)
      await vi.advanceTimersByTimeAsync(5)
    }
    await vi.advanceTimersByTimeAsync(250)

    expect(batches.length).toBeLessThanOrEqual(5)
    expect(batches.flat()).toEqual(Array.from({ length: 200 }, (_, item) => item))
  })

  it('slows down after eight steady intervals, and runs at once after a pause', async () => {
    const times: number[] = []
    const add = throttleBatches<number>(250, () => times.push(Date.now()), 1_000)
    for (let item = 0; item < 120; item += 1) {
      add(item)
      await vi.advanceTimersByTimeAsync(50)
    }
    const gaps = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(gaps.slice(0, 8)).toEqual(Array(8).fill(250))
    expect(new Set(gaps.slice(8))).toEqual(new Set([1_000]))
    await vi.advanceTimersByTimeAsync(5_000)
    const before = times.length
    add(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(times).toHaveLength(before + 1)
  })

  it('waits for work that takes longer than the interval', async () => {
    let running = 0
    let most = 0
    const add = throttleBatches<string>(250, async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 1_000))
      running -= 1
    })

    add('a')
    await vi.advanceTimersByTimeAsync(500)
    add('b')
    await vi.advanceTimersByTimeAsync(1_600)

    expect(most).toBe(1)
    expect(running).toBe(0)
  })

  it('continues after a failed run', async () => {
    const batches: string[][] = []
    const add = throttleBatches<string>(250, batch => {
      batches.push(batch)
      if (batches.length === 1) throw new Error('broken')
    })

    add('a')
    await vi.advanceTimersByTimeAsync(300)
    add('b')
    await vi.advanceTimersByTimeAsync(300)

    expect(batches).toEqual([['a'], ['b']])
  })
})
