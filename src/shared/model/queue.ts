/** What waits to be sent, chat by chat, and why. */
import { z } from 'zod'
import { MAX_ID_LENGTH } from '../limits.ts'
import { tooLong } from '../texts.ts'
import { instantSchema } from './alert.ts'
import { idSchema } from './id.ts'
import { pageSchema } from './page.ts'
import { textSchema } from './text.ts'

/** Chats of one page. */
export const QUEUE_PAGE_SIZE = 25
/** Connections of a chat that are named. */
export const QUEUE_CONNECTIONS = 5
/** Waiting alerts are counted no further. */
export const COUNTED_WAITING = 10_000

/** A bot's chat: `botId:chatId`, the chat as its connections name it (`123456:-1001234567890`). */
export const queueLaneIdSchema = textSchema.max(MAX_ID_LENGTH, tooLong(MAX_ID_LENGTH))

/** One chat, or without it all of the account's, also those to come. */
export const queueScopeSchema = z.object({ laneId: queueLaneIdSchema.min(1).optional() })

/** The same; a connection that writes to a chat may name it as well, and counts before `laneId`. */
export const queuePauseSchema = queueScopeSchema.extend({ connectionId: idSchema.optional() })
export type QueuePause = z.infer<typeof queuePauseSchema>

/** `before`: inclusive; alerts that came, or were sent again, later go on waiting. */
export const queueDropSchema = queueScopeSchema.extend({ before: instantSchema })
export type QueueDrop = z.infer<typeof queueDropSchema>

export const queueQuerySchema = z.object({ page: pageSchema })

/** `more`: there are more than `count`, which is then 10,000. */
export const countedSchema = z.object({ count: z.number(), more: z.boolean() })
export type Counted = z.infer<typeof countedSchema>

/** `ofAll`: its owner paused all chats. */
export const pauseSchema = z.object({ since: z.iso.datetime(), ofAll: z.boolean() })

/**
 * Why the first alert of a chat has not left, the reason that holds it back longest first:
 * - `paused` by its owner;
 * - `no-process`: none that delivers is running;
 * - `unassigned`: no process works for the bot at the moment, one takes it over within seconds;
 * - `outage`: Telegram has not answered the bot (`of: 'bot'`) or any bot since `since`; what came before
 *   `since` fails at `givesUpAt`, what came later as much later;
 * - `flood-wait`: Telegram told the chat or the whole bot to wait `until`;
 * - `retry`: the attempt before failed for `reason` (Spanish); the next one is `at`;
 * - `sending`: its request is on its way;
 * - `turn`: it leaves as soon as the rate limits of chat and bot let it.
 */
export const queueReasonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paused'), ...pauseSchema.shape }),
  z.object({ kind: z.literal('no-process') }),
  z.object({ kind: z.literal('unassigned') }),
  z.object({
    kind: z.literal('outage'),
    of: z.enum(['bot', 'all']),
    since: z.iso.datetime(),
    /** Null where alerts are not given up because of an outage. */
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
    /** Attempts that counted so far. */
    attempts: z.number(),
    reason: z.string().nullable(),
  }),
  z.object({ kind: z.literal('sending') }),
  z.object({ kind: z.literal('turn'), chat: z.enum(['private', 'group']) }),
])
export type QueueReason = z.infer<typeof queueReasonSchema>

/** Where it goes to. */
const queueTargetSchema = z.object({
  id: z.string(),
  botId: z.string(),
  /** The last characters of the bot's token. */
  botTokenTail: z.string(),
  /** As it was typed. */
  chatId: z.string(),
  /** Some of the connections to it, by name. */
  connections: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  /** How many connections there are to it. */
  connectionCount: z.number(),
})

/** A chat with something waiting, or paused by itself. */
export const queueLaneSchema = queueTargetSchema.extend({
  waiting: countedSchema,
  /**
   * Since when the oldest one waits: it came, or was sent again, then. Null, like what follows from it, where
   * nothing waits, or the first one has left at this very moment.
   */
  since: z.iso.datetime().nullable(),
  /** Why the first one waits. */
  reason: queueReasonSchema.nullable(),
  paused: pauseSchema.nullable(),
  /**
   * About when all that waits now will have left, by rate limits, grouping and flood waits; null where
   * nobody can know: paused, in an outage, without a process, more than were counted, nothing waits.
   */
  emptyAt: z.iso.datetime().nullable(),
  /** When the oldest one fails as «Caducada», 24 hours after `since`, also in a pause. */
  expiresAt: z.iso.datetime().nullable(),
})
export type QueueLane = z.infer<typeof queueLaneSchema>

/** A page of the chats: those with something waiting first, the oldest first; then those only paused, each by itself. */
export const queueSchema = z.object({
  items: z.array(queueLaneSchema),
  /** Chats in all. */
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  asOf: z.iso.datetime(),
  /** Over all chats. */
  waiting: countedSchema,
  since: z.iso.datetime().nullable(),
  /** The owner paused all chats, also those to come; null: not all at once. */
  pausedAllSince: z.iso.datetime().nullable(),
  /** Chats that are paused one by one. */
  pausedLanes: z.number(),
  /** Whether a process that delivers is running. */
  delivers: z.boolean(),
})
export type Queue = z.infer<typeof queueSchema>

/** Where a waiting alert stands. */
export const queuePlaceSchema = z.object({
  lane: queueTargetSchema,
  /** Alerts that leave before it, or together with it as one message. */
  ahead: countedSchema,
  /** All that wait in its chat. */
  waiting: countedSchema,
  /** Why it waits: the reason of the first one of its chat. */
  reason: queueReasonSchema,
  paused: pauseSchema.nullable(),
  /** Since when it waits. */
  since: z.iso.datetime(),
  /** About when it leaves; null where nobody can know. */
  expectedAt: z.iso.datetime().nullable(),
  /** When it fails as «Caducada», also in a pause. */
  expiresAt: z.iso.datetime(),
})
export type QueuePlace = z.infer<typeof queuePlaceSchema>
