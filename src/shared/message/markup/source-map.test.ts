import { describe, expect, it } from 'vitest'
import { originalPosition } from './source-map.ts'

describe('the position in the original', () => {
  /** «abcdef» with «b» and «e» left out. */
  const pieces = [
    { at: 0, from: 0 },
    { at: 1, from: 2 },
    { at: 3, from: 5 },
  ]

  it('is known for every position, the end included', () => {
    expect([0, 1, 2, 3, 4].map(position => originalPosition(pieces, position))).toEqual([
      0, 2, 3, 5, 6,
    ])
  })

  it('skips empty pieces', () => {
    expect(originalPosition([{ at: 0, from: 0 }, { at: 0, from: 7 }, ...pieces.slice(1)], 0)).toBe(
      7,
    )
  })

  it('is the position itself without pieces', () => {
    expect(originalPosition([], 5)).toBe(5)
  })
})
