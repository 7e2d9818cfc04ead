import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttleBatches } from './throttle-batches.ts'

describe('throttled batches', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('passes on at once what comes alone', async () => {
    const batches: string[][] = []
    const add = throttleBatches<string>(250, batch => batches.push(batch))

    add('a')
    await vi.advanceTimersByTimeAsync(0)

    expect(batches).toEqual([['a']])
  })

  it('gathers what comes within the interval', async () => {
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

  it('works at most four times a second under steady additions, and on all of them', async () => {
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

  it('waits for work that takes longer than the interval, then works once more', async () => {
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

  it('goes on after work that failed', async () => {
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
