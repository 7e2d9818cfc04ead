import { z } from 'zod'
import { GOOD_SUCCESS_SHARE } from '../limits.ts'
import { idSchema } from './id.ts'
import { timeZoneSchema } from './time-zone.ts'

/** The reader's time zone, and one connection or all. */
export const statsScopeSchema = z.object({
  tz: timeZoneSchema,
  connectionId: idSchema.optional(),
})
export type StatsScope = z.infer<typeof statsScopeSchema>

/** Days are those of the reader's calendar. */
export const summarySchema = z.object({
  today: z.number(),
  /** Yesterday up to this time of the day. */
  yesterdayByNow: z.number(),
  /** Today and the six days before. */
  last7Days: z.number(),
  /** The seven days before those. */
  previous7Days: z.number(),
  /** `troubled`: active ones whose newest alert failed. */
  connections: z.object({ active: z.number(), total: z.number(), troubled: z.number() }),
  /** Of the last seven days; those that came to an inactive connection left out. */
  delivery: z.object({
    successful: z.number(),
    failed: z.number(),
    successRateString: z.string(),
  }),
  total: z.number(),
  /** When the oldest alert came. */
  since: z.iso.datetime().nullable(),
  /** Alerts that are still to be sent, and since when the first of them is. */
  waiting: z.object({ count: z.number(), since: z.iso.datetime().nullable() }),
  /**
   * Since when Telegram does not answer, and for how many connections, one of them by name; these
   * are null when it answers no bot at all. Null while it answers.
   */
  telegramSilence: z
    .object({
      since: z.iso.datetime(),
      connections: z.object({ name: z.string(), count: z.number() }).nullable(),
    })
    .nullable(),
  lastDelivery: z
    .object({
      alertId: z.string(),
      name: z.string(),
      at: z.iso.datetime(),
      /** From receipt, or from being sent again, to Telegram's answer, in milliseconds. */
      tookMs: z.number(),
    })
    .nullable(),
})
export type Summary = z.infer<typeof summarySchema>

export const trendPeriods = ['7d', '30d', '12w'] as const
export type TrendPeriod = (typeof trendPeriods)[number]

/** The outcomes of the alerts of a day, or of a week from Monday on. */
export const trendBucketSchema = z.object({
  /** Its first day: 2026-11-19. */
  day: z.iso.date(),
  successful: z.number(),
  failed: z.number(),
  /** They came while their connection was switched off. */
  inactive: z.number(),
  pending: z.number(),
})
export type TrendBucket = z.infer<typeof trendBucketSchema>

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

/** The nearest-rank percentile of ascending values; null when there are none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
