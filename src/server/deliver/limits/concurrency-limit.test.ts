import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { virtualTime } from '../../../../tests/support/virtual-time.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const FOR_EVER = 2 ** 31 - 1

const never = () => new Promise<never>(() => {})

it('runs at most 2 tasks at once, in order, and returns each result', async () => {
  const limit = new ConcurrencyLimit(2, FOR_EVER)
  const begun: number[] = []
  let working = 0
  let most = 0
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      limit.run(async () => {
        begun.push(nth)
        working += 1
        most = Math.max(most, working)
        await turn()
        working -= 1
        return nth
      }),
    ),
  )
  expect(most).toBe(2)
  expect(begun).toEqual(results)
  expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it('reports whether the limit is reached', async () => {
  const limit = new ConcurrencyLimit(1, FOR_EVER)
  expect(limit.isReached).toBe(false)
  const { promise, resolve } = Promise.withResolvers<void>()
  const working = limit.run(() => promise)
  await turn()
  expect(limit.isReached).toBe(true)
  resolve()
  await working
  await turn()
  expect(limit.isReached).toBe(false)
})

it('starts the next task when one leaves, though its work goes on', async () => {
  const limit = new ConcurrencyLimit(1, FOR_EVER)
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = limit.run(leave => {
    leave()
    return promise
  })
  expect(await limit.run(async () => 'second')).toBe('second')
  resolve('first')
  expect(await first).toBe('first')
})

it('frees the place of work that hangs after its time limit', async () => {
  const limit = new ConcurrencyLimit(1, 5)
  void limit.run(never)
  expect(await limit.run(async () => 'next')).toBe('next')
})

it('frees the place of work that failed', async () => {
  const limit = new ConcurrencyLimit(1, FOR_EVER)
  const failed = limit.run(async () => {
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await limit.run(async () => 'next')).toBe('next')
})

it('narrows to 1 until 30 ms after the latest call, then widens to 3 again', async () => {
  using time = virtualTime()
  const limit = new ConcurrencyLimit(3, FOR_EVER)
  const working = new Set<() => void>()
  for (let nth = 0; nth < 9; nth += 1)
    void limit.run(leave => {
      working.add(leave)
      return never()
    })
  const leaveAll = async () => {
    for (const leave of working) leave()
    working.clear()
    await time.settle()
  }
  await time.settle()
  expect(working.size).toBe(3)
  limit.narrow(1, 30)
  expect(working.size).toBe(3)
  await leaveAll()
  expect(working.size).toBe(1)
  await time.pass(20)
  limit.narrow(1, 30)
  await time.pass(29)
  await leaveAll()
  expect(working.size).toBe(1)
  await time.pass(1)
  expect(working.size).toBe(3)
})
