import { z } from 'zod'

/** Beyond the end of any history, with row numbers that are still exact. */
const LAST_PAGE = 1_000_000_000

/** Counted from one. */
export const pageSchema = z.number().int().min(1).max(LAST_PAGE).default(1)
