import { z } from 'zod'

const MAX_DAYS = 36_500

/** What came before so many days ago, each of 24 hours. */
export const olderThanSchema = z.object({ olderThanDays: z.number().int().min(1).max(MAX_DAYS) })
