import { getHeapSpaceStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { virtualTime } from '../../../tests/support/virtual-time.ts'
import { keepMemorySmall } from './keep-memory-small.ts'

const MB = 2 ** 20

it('returns memory at once, and after an idle minute if the heap has grown by 16 MB', async () => {
  using time = virtualTime()
  let heap = 60 * MB
  let share = 0
  const collected: number[] = []
  keepMemorySmall({
    heapSize: () => heap,
    workedShare: () => share,
    collect() {
      collected.push(heap / MB)
      heap = 40 * MB
    },
  })
  expect(collected).toEqual([60])
  const minute = async (grown: { heap: number; share: number }) => {
    heap = grown.heap * MB
    share = grown.share
    await time.pass(60_000)
  }
  await minute({ heap: 55, share: 0 })
  await minute({ heap: 120, share: 0.03 })
  expect(collected).toEqual([60])
  await minute({ heap: 120, share: 0.02 })
  expect(collected).toEqual([60, 120])
})

it('shrinks the young generation to at most 2 MB', () => {
  using _ = virtualTime()
  const young = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
  const kept: object[] = []
  for (let n = 0; n < 200_000; n += 1) kept.push({ n })
  expect(young()).toBeGreaterThan(2 * MB)
  keepMemorySmall()
  expect(kept).toHaveLength(200_000)
  expect(young()).toBeLessThanOrEqual(2 * MB)
})
