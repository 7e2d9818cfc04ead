import { describe, expect, it } from 'vitest'
import {
  barLength,
  besideColumn,
  columnAt,
  columnByKey,
  scaleTicks,
  share,
} from './trend-geometry.ts'

describe('the scale', () => {
  it.each([
    [155, [0, 40, 80, 120, 160]],
    [160, [0, 40, 80, 120, 160]],
    [161, [0, 50, 100, 150, 200]],
    [41, [0, 12, 24, 36, 48]],
    [23_457, [0, 6_000, 12_000, 18_000, 24_000]],
  ])('up to %i has round steps', (highest, ticks) => {
    expect(scaleTicks(highest, 4)).toEqual(ticks)
  })

  it.each([0, 1, 3, 4])('up to %i has steps of one', highest => {
    expect(scaleTicks(highest, 4)).toEqual([0, 1, 2, 3, 4])
  })

  it('has fewer steps in less room', () => {
    expect(scaleTicks(3, 2)).toEqual([0, 2, 4])
    expect(scaleTicks(155, 2)).toEqual([0, 80, 160])
  })

  it('has integer steps, and the highest bar takes over 60 % of it', () => {
    for (let highest = 5; highest < 1_000_000; highest = Math.ceil(highest * 1.01)) {
      const ticks = scaleTicks(highest, 4)
      const top = ticks.at(-1) ?? 0
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(top).toBeGreaterThanOrEqual(highest)
      expect(highest / top).toBeGreaterThan(0.6)
    }
  })
})

describe('a bar', () => {
  it('is as long as its share of the scale', () => {
    expect(share(40, 160)).toBe('25%')
    expect(barLength(40, 160)).toBe('max(2px, 25%)')
  })

  it('is at least 2 px long unless it counts zero', () => {
    expect(barLength(1, 160_000)).toBe('max(2px, 0.000625%)')
    expect(barLength(0, 160)).toBe('0px')
  })
})

describe('a column', () => {
  it('is found below the pointer', () => {
    expect([0, 0.249, 0.25, 0.999].map(across => columnAt(across, 4))).toEqual([0, 0, 1, 3])
  })

  it('is the outermost column at or beyond an end', () => {
    expect([-0.01, 1, 1.01].map(across => columnAt(across, 4))).toEqual([0, 3, 3])
  })

  it('has its tooltip on the right, near the end of the plot on the left', () => {
    expect(besideColumn(0, 30, false)).toEqual({ side: 'right', free: 1 })
    expect(besideColumn(19, 30, false)).toEqual({ side: 'right', free: 20 })
    expect(besideColumn(20, 30, false)).toEqual({ side: 'left', free: 10 })
    expect(besideColumn(29, 30, false)).toEqual({ side: 'left', free: 1 })
    expect(besideColumn(14, 30, true).side).toBe('right')
    expect(besideColumn(15, 30, true).side).toBe('left')
  })

  it('is reached by arrow keys from either side, and by Home and End', () => {
    expect(columnByKey('ArrowRight', undefined, 4)).toBe(0)
    expect(columnByKey('ArrowLeft', undefined, 4)).toBe(3)
    expect(columnByKey('ArrowRight', 1, 4)).toBe(2)
    expect(columnByKey('ArrowLeft', 1, 4)).toBe(0)
    expect(columnByKey('Home', 2, 4)).toBe(0)
    expect(columnByKey('End', 2, 4)).toBe(3)
  })

  it('stays active at an end, and ignores other keys', () => {
    expect(columnByKey('ArrowRight', 3, 4)).toBe(3)
    expect(columnByKey('ArrowLeft', 0, 4)).toBe(0)
    expect(columnByKey('Tab', 2, 4)).toBeUndefined()
  })
})
