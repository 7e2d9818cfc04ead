import { expect, it } from 'vitest'
import { retryBackoff } from './delays.ts'

it('waits 2 s and 4 s, and gives up after the third attempt', () => {
  expect([1, 2, 3, 4].map(retryBackoff)).toEqual([2_000, 4_000, null, null])
})
