import { z } from 'zod'
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

/** How a connection fared lately. */
export const connectionWeekSchema = z.object({
  connectionId: z.string(),
  /** Alerts received on each of the last seven days of the reader's calendar, today last. */
  received: z.array(z.number()),
  /** How many of these failed; those that came while it was switched off left out. */
  failed: z.array(z.number()),
  /** How many of the last seven days were delivered without a value that their template asked for. */
  gaps: z.number(),
  /** Milliseconds that half of its latest deliveries took at most; null while there is none. */
  p50Ms: z.number().nullable(),
})
export type ConnectionWeek = z.infer<typeof connectionWeekSchema>

export const connectionStatsSchema = z.object({
  totalAlerts: z.number(),
  successful: z.number(),
  failed: z.number(),
  hasAttempts: z.boolean(),
  successRateString: z.string(),
})
export type ConnectionStats = z.infer<typeof connectionStatsSchema>
