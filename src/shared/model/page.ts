import { z } from 'zod'

/** Largest page number: beyond the end of any history, but small enough for exact row numbers. */
const LAST_PAGE = 1_000_000_000

/** Counted from one. */
export const pageSchema = z.number().int().min(1).max(LAST_PAGE).default(1)
