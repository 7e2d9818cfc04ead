import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_SEARCH_LENGTH, PAGE_SIZES } from '../limits.ts'
import { errorLogSorts } from '../list-choices.ts'
import { pageSchema } from './page.ts'
import { textSchema } from './text.ts'

export const errorLogQuerySchema = z.object({
  /** Searched in messages and sources. */
  search: textSchema.trim().max(MAX_SEARCH_LENGTH).optional(),
  critical: z.boolean().optional(),
  sort: z.enum(errorLogSorts).default('timestamp-desc'),
  page: pageSchema,
  pageSize: z.literal(PAGE_SIZES).default(DEFAULT_PAGE_SIZE),
})
export type ErrorLogQuery = z.infer<typeof errorLogQuerySchema>

/** An error that the owner may have to fix. */
export const errorLogSchema = z.object({
  id: z.string(),
  /** The part of the product that reports it. */
  source: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  isCritical: z.boolean(),
  details: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Occurrences: for undelivered alerts, all while their cause lasted; otherwise, each within five minutes of the
   * previous one.
   */
  count: z.number(),
  since: z.iso.datetime(),
  /**
   * Cause of undelivered alerts: an `id` in `failures.list`, which lists it while such alerts remain. Null for other
   * reports, and once their connection is deleted.
   */
  cause: z.string().nullable(),
})
export type ErrorLog = z.infer<typeof errorLogSchema>
