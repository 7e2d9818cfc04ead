import { z } from 'zod'
import { instantSchema, messageEntitySchema } from './alert.ts'
import { botTokenSchema, chatIdSchema } from './connection.ts'
import { idSchema } from './id.ts'
import { textSchema } from './text.ts'

/** Whose bot: the token as it was typed, or the one that a connection keeps. */
export const botSourceSchema = z.union([
  z.object({ botToken: botTokenSchema }),
  z.object({ connectionId: idSchema }),
])

export const chatSourceSchema = z.union([
  z.object({ botToken: botTokenSchema, chatId: chatIdSchema }),
  z.object({ connectionId: idSchema, chatId: chatIdSchema }),
])

export const botSchema = z.object({
  id: z.string(),
  username: z.string().nullable(),
  name: z.string(),
})
export type Bot = z.infer<typeof botSchema>

/** `id` is Telegram's own number for the chat, as text. */
export const chatSchema = z.object({
  id: z.string(),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string(),
  isForum: z.boolean(),
})
export type Chat = z.infer<typeof chatSchema>

/** `username`: of a public one; `addedBy`: who added the bot, where Telegram says so. */
const addedChatSchema = chatSchema.extend({
  username: z.string().optional(),
  addedBy: z.object({ name: z.string(), username: z.string().optional() }).optional(),
})
export type AddedChat = z.infer<typeof addedChatSchema>

/** Telegram refused or did not answer: why, and what to do about it, in Spanish. */
const refusalSchema = z.object({ ok: z.literal(false), code: z.string(), reason: z.string() })

export const answerSchema = <Found extends z.ZodRawShape>(found: Found) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...found }), refusalSchema])

/** Telegram takes no longer one in a link that opens a bot. */
const MAX_LINK_CODE_LENGTH = 64

export const linkCodeSchema = textSchema.max(MAX_LINK_CODE_LENGTH)

export const linkTroubles = [
  /** Of the bot: nobody's press is seen until it is mended. */
  'webhook_active',
  'other_reader',
  'token_invalid',
  'no_answer',
  'flood',
  'no_listener',
  /** Of the code that came. */
  'code_of_other',
  'code_used',
  'code_late',
  /** Of the chat that was found. */
  'bot_removed',
  'no_right_to_post',
  'chat_refused',
  'message_in_doubt',
] as const
export type LinkTrouble = (typeof linkTroubles)[number]

const linkStateSchema = z.discriminatedUnion('kind', [
  /** Nothing was pressed yet. */
  z.object({ kind: z.literal('waiting') }),
  /** Chats that the bot was added to meanwhile: one of them is to be confirmed, by its title and by who did it. */
  z.object({ kind: z.literal('confirm'), chats: addedChatSchema.array() }),
  /** The bot may write there, and its first message is in the chat. A topic may still follow. */
  z.object({
    kind: z.literal('found'),
    chat: chatSchema,
    topicId: z.number().nullable(),
    message: z.object({ text: z.string(), entities: messageEntitySchema.array() }),
  }),
  /**
   * It goes on by itself once it is mended. `reason`: what happened and what to do, in Spanish; `canRetry`:
   * «retry» tries it again at once. `chat`: the one that is concerned; `webhookHost`: who takes the updates.
   */
  z.object({
    kind: z.literal('trouble'),
    code: z.enum(linkTroubles),
    reason: z.string(),
    chat: chatSchema.nullable(),
    webhookHost: z.string().nullable(),
    canRetry: z.boolean(),
  }),
  /** Its time is over, it was closed, or a newer one of the same bot took its place. */
  z.object({ kind: z.literal('ended') }),
])
export type LinkState = z.infer<typeof linkStateSchema>

/** By its code, which Telegram hands on, the bot learns which chat is meant. The code serves once. */
export const chatLinkSchema = z.object({
  code: z.string(),
  bot: botSchema,
  until: instantSchema,
  state: linkStateSchema,
})
export type ChatLink = z.infer<typeof chatLinkSchema>

/** Where the press is played in simulated mode. */
export const playedPlaces = ['private', 'group', 'channel'] as const
export type PlayedPlace = (typeof playedPlaces)[number]
