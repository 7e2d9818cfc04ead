import { z } from 'zod'
import { botTokenSchema, chatIdSchema } from './connection.ts'
import { idSchema } from './id.ts'

/** A bot: by its token as typed, or by a connection that stores the token. */
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

/** `username`: of a public chat; `addedBy`: user who added the bot, if Telegram reports it. */
export const addedChatSchema = chatSchema.extend({
  username: z.string().optional(),
  addedBy: z.object({ name: z.string(), username: z.string().optional() }).optional(),
})
export type AddedChat = z.infer<typeof addedChatSchema>

/** Telegram refused or did not answer; `reason` is the cause and the remedy, in Spanish. */
const refusalSchema = z.object({
  ok: z.literal(false),
  code: z.string(),
  reason: z.string(),
  /** For an unknown chat id: the chat with the same number under another sign or prefix. */
  nearby: chatSchema.optional(),
})

export const answerSchema = <Found extends z.ZodRawShape>(found: Found) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...found }), refusalSchema])
