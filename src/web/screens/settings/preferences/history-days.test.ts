import { describe, expect, it } from 'vitest'
import { historyDaysOf, historyOptions, historyValue, shortenedTo } from './history-days.ts'

describe('the retention of the history', () => {
  it('has four options', () => {
    expect(historyOptions.map(({ label }) => label)).toEqual([
      'Siempre',
      '1 año',
      '90 días',
      '30 días',
    ])
  })

  it('survives the conversion to a list value and back', () => {
    for (const days of [null, 365, 90, 30] as const)
      expect(historyDaysOf(historyValue(days))).toBe(days)
    expect(historyOptions.map(({ value }) => historyDaysOf(value))).toEqual([null, 365, 90, 30])
  })

  it('counts as shortened only if the new one is shorter', () => {
    expect(shortenedTo(null, 365)).toBe(365)
    expect(shortenedTo(365, 30)).toBe(30)
    expect(shortenedTo(30, 30)).toBeNull()
    expect(shortenedTo(30, 90)).toBeNull()
    expect(shortenedTo(30, null)).toBeNull()
    expect(shortenedTo(null, null)).toBeNull()
  })
})
