import { GOOD_SUCCESS_SHARE } from './limits.ts'
import type { ConnectionStats } from './model/stats.ts'

export const trendPeriods = ['7d', '30d', '12w'] as const
export type TrendPeriod = (typeof trendPeriods)[number]

/**
 * What became of a connection's alerts. `failed` leaves out those that came while it was switched
 * off: nothing was tried for them.
 */
export function connectionStats(counts: {
  totalAlerts: number
  successful: number
  failed: number
}): ConnectionStats {
  const attempted = counts.successful + counts.failed
  return {
    ...counts,
    hasAttempts: attempted > 0,
    successRateString:
      attempted === 0 ? 'N/A' : `${Math.round((counts.successful / attempted) * 100)}\u00a0%`,
  }
}

export function hasGoodRate(stats: ConnectionStats): boolean {
  return stats.successful / (stats.successful + stats.failed) > GOOD_SUCCESS_SHARE
}

/** The nearest-rank percentile of ascending values; null when there are none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
