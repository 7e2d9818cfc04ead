import { describe, expect, it } from 'vitest'
import { type LimitReach, reachLimit, standingLevel } from './limit.ts'

const MINUTE = 60_000
const none: LimitReach = { level: 0, at: null, recent: [] }
const every = (gap: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => from + nth * gap)

it.each([
  [11, 10_000, 0],
  [12, 10_000, 1],
  [15, 12_000, 1],
  [16, 11_999, 2],
  [16, 12_001, 1],
  [16, 60_000, 0],
] as const)('%i firings every %i ms: level %i', (count, gap, level) => {
  const firings = every(gap, count)
  expect(reachLimit(none, firings)).toMatchObject({ level, crossed: level })
})

describe('a crossed level', () => {
  /** Reported levels of firings that are learned one by one. */
  const toldOf = (firings: readonly number[]) => {
    let reach: LimitReach = none
    return firings.flatMap(firing => {
      const { crossed, ...after } = reachLimit(reach, [firing])
      reach = after
      return crossed === 0 ? [] : [crossed]
    })
  }

  it('is reported once, however long a burst lasts', () => {
    expect(toldOf(every(5_000, 2_000))).toEqual([1, 2])
  })

  it('is reported once for bursts 20 minutes apart', () => {
    const bursts = every(20 * MINUTE, 12).flatMap(from => every(2_000, 40, from))
    expect(toldOf(bursts)).toEqual([1, 2])
  })

  it('is reported again after an hour without a burst', () => {
    const bursts = every(62 * MINUTE, 3).flatMap(from => every(2_000, 40, from))
    expect(toldOf(bursts)).toEqual([1, 2, 1, 2, 1, 2])
  })
})

it('lowers level 2 to 1 when the alert fires again 10 minutes later', () => {
  const reach = reachLimit(none, every(5_000, 20))
  const last = reach.at ?? 0
  expect(standingLevel(reach, last)).toBe(2)
  expect(standingLevel(reach, last + 10 * MINUTE)).toBe(1)
})
