import { z } from 'zod'

const MAX_DAYS = 36_500

/** Everything received more than this many 24-hour days ago. */
export const olderThanSchema = z.object({ olderThanDays: z.number().int().min(1).max(MAX_DAYS) })
