import { z } from 'zod'
import { GOOD_SUCCESS_SHARE } from './limits.ts'

export const connectionStatsSchema = z.object({
  totalAlerts: z.number(),
  successful: z.number(),
  failed: z.number(),
  hasAttempts: z.boolean(),
  successRateString: z.string(),
})
export type ConnectionStats = z.infer<typeof connectionStatsSchema>

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

/** The least of the values, sorted upwards, that is no less than a share of them; null of none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
