import { expect, it } from 'vitest'
import { retryDelay } from './delivery.ts'

it('waits 2 s and 4 s, and gives up after the third attempt', () => {
  expect([1, 2, 3, 4].map(retryDelay)).toEqual([2_000, 4_000, null, null])
})
