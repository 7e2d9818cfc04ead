import { z } from 'zod'

/**
 * One thing that was looked at. `what`, `detail` and `remedy` are Spanish; `remedy` says in a sentence
 * what to do, and is null when there is nothing to do; `connectionId` is the connection that mends it.
 */
export const findingSchema = z.object({
  what: z.string(),
  /** `unknown`: it could not be found out. */
  state: z.enum(['ok', 'wrong', 'unknown']),
  detail: z.string(),
  remedy: z.string().nullable(),
  connectionId: z.string().nullable(),
})

export type Finding = z.infer<typeof findingSchema>

export const findingGroupSchema = z.object({ title: z.string(), findings: z.array(findingSchema) })

export type FindingGroup = z.infer<typeof findingGroupSchema>
