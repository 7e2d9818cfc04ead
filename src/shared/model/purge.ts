import { z } from 'zod'

const MAX_DAYS = 36_500

/** Entries older than this many days of 24 hours: alerts by arrival, log entries by latest occurrence. */
export const olderThanSchema = z.object({ olderThanDays: z.number().int().min(1).max(MAX_DAYS) })
