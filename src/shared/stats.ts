import { GOOD_SUCCESS_SHARE } from './limits.ts'
import type { ConnectionStats } from './model/stats.ts'

export const trendPeriods = ['7d', '30d', '12w'] as const
export type TrendPeriod = (typeof trendPeriods)[number]

/** Outcomes of a connection's alerts. `failed` leaves out alerts that failed because it was switched off. */
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

/** Nearest-rank percentile of ascending values; null for an empty list. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
