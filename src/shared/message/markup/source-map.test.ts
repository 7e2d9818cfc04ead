import { describe, expect, it } from 'vitest'
import { originalPosition } from './source-map.ts'

describe('where a piece of a text comes from', () => {
  /** «abcdef» with «b» and «e» left out. */
  const pieces = [
    { at: 0, from: 0 },
    { at: 1, from: 2 },
    { at: 3, from: 5 },
  ]

  it('is told for every position, the end included', () => {
    expect([0, 1, 2, 3, 4].map(position => originalPosition(pieces, position))).toEqual([
      0, 2, 3, 5, 6,
    ])
  })

  it('passes over pieces that are empty', () => {
    expect(originalPosition([{ at: 0, from: 0 }, { at: 0, from: 7 }, ...pieces.slice(1)], 0)).toBe(
      7,
    )
  })

  it('is the position itself where nothing was put together', () => {
    expect(originalPosition([], 5)).toBe(5)
  })
})
