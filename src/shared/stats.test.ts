import { expect, it } from 'vitest'
import { connectionStats, hasGoodRate, percentile } from './stats.ts'

it('gives the success rate as a whole percentage of attempted alerts', () => {
  const stats = connectionStats({ totalAlerts: 9, successful: 2, failed: 1 })
  expect(stats).toMatchObject({ hasAttempts: true, successRateString: '67\u00a0%' })
})

it('has no rate before the first attempt', () => {
  const stats = connectionStats({ totalAlerts: 1, successful: 0, failed: 0 })
  expect(stats).toMatchObject({ hasAttempts: false, successRateString: 'N/A' })
})

it('calls a rate good only above 80 %', () => {
  expect(hasGoodRate(connectionStats({ totalAlerts: 5, successful: 4, failed: 1 }))).toBe(false)
  expect(hasGoodRate(connectionStats({ totalAlerts: 6, successful: 5, failed: 1 }))).toBe(true)
})

it('finds percentiles, and null without values', () => {
  const times = [10, 20, 30, 40]
  expect([0, 0.5, 0.6, 0.95, 1].map(share => percentile(times, share))).toEqual([
    10, 20, 30, 40, 40,
  ])
  expect(percentile([], 0.5)).toBeNull()
})
