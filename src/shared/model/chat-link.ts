import { z } from 'zod'
import { instantSchema, messageEntitySchema } from './alert.ts'
import { addedChatSchema, botSchema, chatSchema } from './telegram.ts'
import { textSchema } from './text.ts'

/** Telegram's limit for the code in a link that opens a bot. */
const MAX_LINK_CODE_LENGTH = 64

export const linkCodeSchema = textSchema.max(MAX_LINK_CODE_LENGTH)

const linkTroubles = [
  /** Problems of the bot: presses in Telegram are not seen until they are fixed. */
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
  /** Waiting for the press in Telegram, or connecting the chat. */
  z.object({ kind: z.literal('waiting') }),
  /** Chats that the bot was added to meanwhile: the user confirms one by its title and by who added the bot. */
  z.object({ kind: z.literal('confirm'), chats: addedChatSchema.array() }),
  /** The bot may write to the chat, which holds its first message. `topicId` may still follow. */
  z.object({
    kind: z.literal('found'),
    chat: chatSchema,
    topicId: z.number().nullable(),
    message: z.object({ text: z.string(), entities: messageEntitySchema.array() }),
  }),
  /**
   * Continues by itself once the problem is fixed. `reason`: cause and remedy, in Spanish; `canRetry`: «retry»
   * tries again at once; `chat`: the affected chat; `webhookHost`: host that receives the bot's updates.
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

/** Telegram hands the code on to the bot, which thereby learns the chat. A code works once. */
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
