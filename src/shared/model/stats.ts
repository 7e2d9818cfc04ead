import { z } from 'zod'
import { idSchema } from './id.ts'
import { timeZoneSchema } from './time-zone.ts'

/** The reader's time zone, and one connection or all. */
export const statsScopeSchema = z.object({
  tz: timeZoneSchema,
  connectionId: idSchema.optional(),
})
export type StatsScope = z.infer<typeof statsScopeSchema>

/** Figures of received alerts, for the dashboard; days are those of the reader's time zone. */
export const summarySchema = z.object({
  today: z.number(),
  /** Yesterday up to this time of the day. */
  yesterdayByNow: z.number(),
  /** Today and the six days before. */
  last7Days: z.number(),
  /** The seven days before those. */
  previous7Days: z.number(),
  /** `troubled`: active connections whose newest delivered or failed alert has failed, unless its owner dropped it. */
  connections: z.object({ active: z.number(), total: z.number(), troubled: z.number() }),
  /** Alerts of the last seven days, except arrivals at an inactive connection. */
  delivery: z.object({
    successful: z.number(),
    failed: z.number(),
    successRateString: z.string(),
  }),
  total: z.number(),
  /** When the oldest alert came. */
  since: z.iso.datetime().nullable(),
  /** Number of waiting alerts, and since when the oldest of them has waited. */
  waiting: z.object({ count: z.number(), since: z.iso.datetime().nullable() }),
  /**
   * Since when Telegram has not answered, and for how many connections, with the name of one; `connections` is
   * null if it answers no bot at all. Without a current outage, taken from the newest delivered or failed alert if it
   * failed in one; else null.
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
      /** Milliseconds from receipt, or from the latest resend, to Telegram's answer. */
      tookMs: z.number(),
    })
    .nullable(),
})
export type Summary = z.infer<typeof summarySchema>

/** Outcomes of the alerts of a day, or of a week from Monday on. */
export const trendBucketSchema = z.object({
  /** Its first day: 2026-11-19. */
  day: z.iso.date(),
  successful: z.number(),
  failed: z.number(),
  /** Alerts received while their connection was switched off. */
  inactive: z.number(),
  pending: z.number(),
})
export type TrendBucket = z.infer<typeof trendBucketSchema>

/** A connection's last seven days. */
export const connectionWeekSchema = z.object({
  connectionId: z.string(),
  /** Alerts received on each of the last seven days of the reader's calendar, today last. */
  received: z.array(z.number()),
  /** Failed alerts of each of these days, except arrivals while it was switched off. */
  failed: z.array(z.number()),
  /** Alerts of the last seven days that were delivered without a value their template asked for. */
  gaps: z.number(),
  /** Median duration of its latest deliveries in milliseconds, without resent alerts; null without any. */
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
