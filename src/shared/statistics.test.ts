import { expect, it } from 'vitest'
import { connectionStats, hasGoodRate } from './statistics.ts'

it('gives the rate as a whole-number percent of what was attempted', () => {
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
