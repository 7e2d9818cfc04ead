/** Waiting alerts by chat, and why they wait. */

import { z } from 'zod'
import { MAX_ID_LENGTH } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { instantSchema } from './alert.ts'
import { idSchema } from './id.ts'
import { pageSchema } from './page.ts'
import { textSchema } from './text.ts'

/** Chats per page. */
export const QUEUE_PAGE_SIZE = 25
/** Connections listed per chat. */
export const QUEUE_CONNECTIONS = 5
/** Counting limit of waiting alerts. */
export const COUNTED_WAITING = 10_000

/** A bot's chat: `botId:chatId`, the chat as its connections name it (`123456:-1001234567890`). */
export const queueLaneIdSchema = textSchema.max(MAX_ID_LENGTH, tooLong(MAX_ID_LENGTH))

/** One chat, or without `laneId` all chats of the account, future ones included. */
export const queueScopeSchema = z.object({ laneId: queueLaneIdSchema.min(1).optional() })

/** Also accepts a connection in place of its chat; `connectionId` takes precedence over `laneId`. */
export const queuePauseSchema = queueScopeSchema.extend({ connectionId: idSchema.optional() })
export type QueuePause = z.infer<typeof queuePauseSchema>

/** `before` is inclusive; alerts received or resent later keep waiting. */
export const queueDropSchema = queueScopeSchema.extend({ before: instantSchema })
export type QueueDrop = z.infer<typeof queueDropSchema>

export const queueQuerySchema = z.object({ page: pageSchema })

/** `more`: there are more than `count`, which is then 10,000. */
export const countedSchema = z.object({ count: z.number(), more: z.boolean() })
export type Counted = z.infer<typeof countedSchema>

/** `ofAll`: the owner paused all chats. */
export const pauseSchema = z.object({ since: z.iso.datetime(), ofAll: z.boolean() })

/**
 * Why the first alert of a chat has not been sent, the first reason that applies:
 * - `paused` by the owner;
 * - `no-process`: no delivering process is running;
 * - `unassigned`: no process works for the bot at the moment; one takes it over within seconds;
 * - `outage`: Telegram has not answered the bot (`of: 'bot'`) or any bot since `since`; the first alert fails
 *   at `givesUpAt`, others that arrived after `since` correspondingly later;
 * - `flood-wait`: Telegram told the chat or the whole bot to wait `until`;
 * - `sending`: its request is in flight;
 * - `retry`: the previous attempt failed for `reason` (Spanish); the next one is `at`;
 * - `turn`: it is sent as soon as the rate limits of chat and bot allow.
 */
export const queueReasonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paused'), ...pauseSchema.shape }),
  z.object({ kind: z.literal('no-process') }),
  z.object({ kind: z.literal('unassigned') }),
  z.object({
    kind: z.literal('outage'),
    of: z.enum(['bot', 'all']),
    since: z.iso.datetime(),
    /** Null with `DELIVERY_OUTAGE_WINDOW=0` or in simulated mode: alerts then have the three attempts alone. */
    givesUpAt: z.iso.datetime().nullable(),
  }),
  z.object({
    kind: z.literal('flood-wait'),
    of: z.enum(['chat', 'bot']),
    /** The whole wait that Telegram asked for. */
    seconds: z.number(),
    until: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('retry'),
    at: z.iso.datetime(),
    /** Attempts so far that count towards the limit. */
    attempts: z.number(),
    reason: z.string().nullable(),
  }),
  z.object({ kind: z.literal('sending') }),
  z.object({ kind: z.literal('turn'), chat: z.enum(['private', 'group']) }),
])
export type QueueReason = z.infer<typeof queueReasonSchema>

/** Target chat of a lane. */
const queueTargetSchema = z.object({
  id: z.string(),
  botId: z.string(),
  /** The last characters of the bot's token. */
  botTokenTail: z.string(),
  /** As its connections name it: a number or an @name. */
  chatId: z.string(),
  /** The first five connections to it, sorted by name. */
  connections: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  /** Number of connections to it. */
  connectionCount: z.number(),
})

/** A chat with waiting alerts, or paused individually. */
export const queueLaneSchema = queueTargetSchema.extend({
  waiting: countedSchema,
  /**
   * Receipt or resend of the oldest waiting alert. Null, like the fields derived from it, if the lane is empty
   * or its first alert left it while the answer was made.
   */
  since: z.iso.datetime().nullable(),
  /** Why the first alert waits. */
  reason: queueReasonSchema.nullable(),
  paused: pauseSchema.nullable(),
  /**
   * Estimated time at which all its waiting alerts are sent, from rate limits, grouping and flood waits; null if
   * unpredictable: paused, in an outage, without a process for its bot, or with more alerts than were counted.
   */
  emptyAt: z.iso.datetime().nullable(),
  /** When the oldest alert fails as «Caducada», 24 hours after `since`, even during a pause. */
  expiresAt: z.iso.datetime().nullable(),
})
export type QueueLane = z.infer<typeof queueLaneSchema>

/** A page of chats: with waiting alerts first, oldest first; then the chats that are only paused individually. */
export const queueSchema = z.object({
  items: z.array(queueLaneSchema),
  /** Number of chats on all pages. */
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  asOf: z.iso.datetime(),
  /** Over all chats. */
  waiting: countedSchema,
  since: z.iso.datetime().nullable(),
  /** When the owner paused all chats, future ones included; null: not all are paused. */
  pausedAllSince: z.iso.datetime().nullable(),
  /** Number of individually paused chats. */
  pausedLanes: z.number(),
  /** True if a delivering process is running. */
  delivers: z.boolean(),
})
export type Queue = z.infer<typeof queueSchema>

/** Position of a waiting alert in its queue. */
export const queuePlaceSchema = z.object({
  lane: queueTargetSchema,
  /** Number of alerts that are before it in the queue; some may be sent in one message with it. */
  ahead: countedSchema,
  /** All waiting alerts of its chat. */
  waiting: countedSchema,
  /** Why the first alert of its chat waits. */
  reason: queueReasonSchema,
  paused: pauseSchema.nullable(),
  /** Since when it waits. */
  since: z.iso.datetime(),
  /** Estimated time of sending; null if unpredictable. */
  expectedAt: z.iso.datetime().nullable(),
  /** When it fails as «Caducada», even during a pause. */
  expiresAt: z.iso.datetime(),
})
export type QueuePlace = z.infer<typeof queuePlaceSchema>
