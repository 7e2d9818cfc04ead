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
  /** Occurrences: for undelivered alerts while their cause lasted, otherwise within five minutes. */
  count: z.number(),
  since: z.iso.datetime(),
  /** For undelivered alerts: their cause's `id` in `failures.list`, as long as it has any. */
  cause: z.string().nullable(),
})
export type ErrorLog = z.infer<typeof errorLogSchema>
