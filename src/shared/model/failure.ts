import { z } from 'zod'
import { idSchema } from './id.ts'
import { textSchema } from './text.ts'

/**
 * What ends a cause: an edit of the connection; something in Telegram, which a test shows; an edit of the
 * template; or nothing but sending again.
 */
const remedies = ['connection', 'chat', 'template', 'resend'] as const
export type Remedy = (typeof remedies)[number]

/** Of a code, and the account, bot and chat, or the template, that it concerns. */
const MAX_CAUSE_LENGTH = 512

export const causeSchema = textSchema.min(1).max(MAX_CAUSE_LENGTH)

/** Of one connection or of all. */
export const failureScopeSchema = z.object({ connectionId: idSchema.optional() })

const countedSchema = z.object({
  count: z.number(),
  /** There are more than were counted. */
  more: z.boolean(),
  /** When the first of them came, and the newest. */
  since: z.iso.datetime(),
  last: z.iso.datetime(),
})

/** Alerts that were not delivered, for one cause. */
export const failureGroupSchema = countedSchema.extend({
  /** Of the cause: the same for as long as it is the same. */
  id: z.string(),
  /** Of the newest one, in Spanish: the first sentence says what happened, the second what to do. */
  reason: z.string(),
  remedy: z.enum(remedies),
  /** Whose edit ends it, where that of a template does. */
  templateId: z.string().nullable(),
  /** Nothing that came later was delivered where it holds. */
  lasts: z.boolean(),
  /** The newest one. */
  alertId: z.string(),
  /** How many connections have it. */
  connectionCount: z.number(),
  /** The first of them, those with the newest failures first. */
  connections: z.array(countedSchema.extend({ id: z.string(), name: z.string() })),
})
export type FailureGroup = z.infer<typeof failureGroupSchema>
