import { describe, expect, it } from 'vitest'
import { bucketDays, bucketName, labelledDays, toldSeries, totalOf, trendTotals } from './words.ts'

describe('labels', () => {
  const named = (list: string[]) => list.map(day => bucketName(day, '7d'))

  it('mark every day of a week', () => {
    expect(labelledDays(days(7, '2026-11-13'), '7d', false)).toHaveLength(7)
  })

  it('mark every fifth day of a month, or tenth if sparse, and today', () => {
    const month = days(30, '2026-10-21')
    expect(named(labelledDays(month, '30d', false))).toEqual([
      '21 oct',
      '26 oct',
      '31 oct',
      '5 nov',
      '10 nov',
      '15 nov',
      '19 nov',
    ])
    expect(named(labelledDays(month, '30d', true))).toEqual([
      '21 oct',
      '31 oct',
      '10 nov',
      '19 nov',
    ])
  })

  it('mark every second week, including the current one', () => {
    expect(named(labelledDays(days(12, '2026-08-31', 7), '12w', true))).toEqual([
      '7 sept',
      '21 sept',
      '5 oct',
      '19 oct',
      '2 nov',
      '16 nov',
    ])
  })

  it('name a week by its Monday', () => {
    expect(bucketName('2026-11-09', '12w')).toBe('Semana del 9 nov')
    expect(bucketName('2026-11-07', '30d')).toBe('7 nov')
    expect(bucketName('2026-11-07', '30d', true)).toBe('7 nov, en curso')
  })

  it('link to their days in the history; the current week is open-ended', () => {
    expect(bucketDays('2026-11-19', '7d', true)).toEqual({ from: '2026-11-19', to: '2026-11-19' })
    expect(bucketDays('2026-10-26', '12w', false)).toEqual({
      from: '2026-10-26',
      to: '2026-11-01',
    })
    expect(bucketDays('2026-11-16', '12w', true)).toEqual({ from: '2026-11-16' })
  })
})

describe('totals', () => {
  it('add up the whole period', () => {
    const [a = '', b = ''] = days(2, '2026-11-18')
    expect(
      trendTotals([
        { day: a, successful: 119, failed: 9, inactive: 1, pending: 0 },
        { day: b, successful: 60, failed: 1, inactive: 2, pending: 4 },
      ]),
    ).toEqual({ successful: 179, failed: 10, inactive: 3, pending: 4 })
    expect(totalOf(trendTotals([]))).toBe(0)
  })
  it('count each alert once, and omit inactive ones at zero', () => {
    const counts = { successful: 0, failed: 0, inactive: 0, pending: 4 }
    expect(totalOf(counts)).toBe(4)
    expect(toldSeries(counts)).toEqual(['successful', 'failed', 'pending'])
  })
})

const days = (count: number, first: string, step = 1) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * step * 86_400_000).toISOString().slice(0, 10),
  )
