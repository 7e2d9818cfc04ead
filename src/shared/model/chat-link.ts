import { z } from 'zod'
import { instantSchema, messageEntitySchema } from './alert.ts'
import { addedChatSchema, botSchema, chatSchema } from './telegram.ts'
import { textSchema } from './text.ts'

/** Telegram's limit for the code in a link that opens a bot. */
const MAX_LINK_CODE_LENGTH = 64

export const linkCodeSchema = textSchema.max(MAX_LINK_CODE_LENGTH)

const linkTroubles = [
  /** Problems of the bot: the user's actions in Telegram are noticed only once they are fixed. */
  'webhook_active',
  'other_reader',
  'token_invalid',
  'no_answer',
  'flood',
  'no_listener',
  /** Problems of the received code. */
  'code_of_other',
  'code_used',
  'code_late',
  /** Problems of the chat that was found. */
  'bot_removed',
  'no_right_to_post',
  'chat_refused',
  'message_in_doubt',
] as const
export type LinkTroubleCode = (typeof linkTroubles)[number]

const linkStateSchema = z.discriminatedUnion('kind', [
  /** Waiting for the user to act in Telegram, or connecting the chat. */
  z.object({ kind: z.literal('waiting') }),
  /**
   * Chats that the bot was added to since the link was opened: the user confirms one by its title and by the person who
   * added the bot.
   */
  z.object({ kind: z.literal('confirm'), chats: addedChatSchema.array() }),
  /** The chat is connected: it holds the bot's first message. `topicId` may be set later. */
  z.object({
    kind: z.literal('found'),
    chat: chatSchema,
    topicId: z.number().nullable(),
    message: z.object({ text: z.string(), entities: messageEntitySchema.array() }),
  }),
  /**
   * Most problems end by themselves once they are fixed. `reason`: cause and remedy, in Spanish; `canRetry`: the call
   * `retry` tries again at once; `chat`: the affected chat; `webhookHost`: host that receives the bot's updates.
   */
  z.object({
    kind: z.literal('trouble'),
    code: z.enum(linkTroubles),
    reason: z.string(),
    chat: chatSchema.nullable(),
    webhookHost: z.string().nullable(),
    canRetry: z.boolean(),
  }),
  /** Expired, closed, or replaced by a newer link of the same bot. */
  z.object({ kind: z.literal('ended') }),
])
export type LinkState = z.infer<typeof linkStateSchema>

/**
 * One-time link by which the user chooses a chat in Telegram, which passes the code on to the bot from that chat. For a
 * channel, Telegram passes on no code: the user confirms it.
 */
export const chatLinkSchema = z.object({
  code: z.string(),
  bot: botSchema,
  until: instantSchema,
  state: linkStateSchema,
})
export type ChatLink = z.infer<typeof chatLinkSchema>

/** Kinds of chat that a link can connect. */
export const chatPlaces = ['private', 'group', 'channel'] as const
export type ChatPlace = (typeof chatPlaces)[number]
