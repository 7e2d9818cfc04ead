import { describe, expect, it } from 'vitest'
import { historyDaysOf, historyOptions, historyValue, shortenedTo } from './history-days.ts'

describe('how long the history is kept', () => {
  it('is chosen from four', () => {
    expect(historyOptions.map(({ label }) => label)).toEqual([
      'Siempre',
      '1 año',
      '90 días',
      '30 días',
    ])
  })

  it('is the same before and after the list', () => {
    for (const days of [null, 365, 90, 30] as const)
      expect(historyDaysOf(historyValue(days))).toBe(days)
    expect(historyOptions.map(({ value }) => historyDaysOf(value))).toEqual([null, 365, 90, 30])
  })

  it('is shortened where alerts go that were kept before', () => {
    expect(shortenedTo(null, 365)).toBe(365)
    expect(shortenedTo(365, 30)).toBe(30)
    expect(shortenedTo(30, 30)).toBeNull()
    expect(shortenedTo(30, 90)).toBeNull()
    expect(shortenedTo(30, null)).toBeNull()
    expect(shortenedTo(null, null)).toBeNull()
  })
})
