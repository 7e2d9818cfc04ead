import { z } from 'zod'
import { idSchema } from './id.ts'
import { textSchema } from './text.ts'

/**
 * How to end a cause: edit the connection; fix something in Telegram, which a test confirms; edit the template;
 * or just send again.
 */
const remedies = ['connection', 'chat', 'template', 'resend'] as const
export type Remedy = (typeof remedies)[number]

/** Fits a cause's id: a code, and the bot, chat, topic, template or connection that it concerns. */
const MAX_CAUSE_LENGTH = 512

export const causeSchema = textSchema.min(1).max(MAX_CAUSE_LENGTH)

/** One connection, or all. */
export const failureScopeSchema = z.object({ connectionId: idSchema.optional() })

const countedSchema = z.object({
  count: z.number(),
  /** True if counting stopped at the limit. */
  more: z.boolean(),
  /** Arrival of the oldest and of the newest of these alerts. */
  since: z.iso.datetime(),
  last: z.iso.datetime(),
})

/** Undelivered alerts with the same cause. */
export const failureGroupSchema = countedSchema.extend({
  /** Id of the cause, stable as long as the cause is the same. */
  id: z.string(),
  /** Reason of the newest failure, in Spanish: the first sentence gives the cause, the second the remedy. */
  reason: z.string(),
  remedy: z.enum(remedies),
  /** Template to edit; null unless `remedy` is `template`. */
  templateId: z.string().nullable(),
  /**
   * True until a later alert or a test is delivered to the chat, bot or template concerned, or the owner edits a
   * setting that sending depends on.
   */
  lasts: z.boolean(),
  /** Id of the newest failed alert. */
  alertId: z.string(),
  /** Number of affected connections. */
  connectionCount: z.number(),
  /** The first 20 affected connections, newest failure first. */
  connections: z.array(countedSchema.extend({ id: z.string(), name: z.string() })),
})
export type FailureGroup = z.infer<typeof failureGroupSchema>
