import { z } from 'zod'

/** Further than any history reaches, and its rows can still be counted. */
const LAST_PAGE = 1_000_000_000

/** Counted from one. */
export const pageSchema = z.number().int().min(1).max(LAST_PAGE).default(1)
