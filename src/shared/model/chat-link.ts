import { z } from 'zod'
import { instantSchema, messageEntitySchema } from './alert.ts'
import { addedChatSchema, botSchema, chatSchema } from './telegram.ts'
import { textSchema } from './text.ts'

/** Telegram takes no longer one in a link that opens a bot. */
const MAX_LINK_CODE_LENGTH = 64

export const linkCodeSchema = textSchema.max(MAX_LINK_CODE_LENGTH)

const linkTroubles = [
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
export type LinkTroubleCode = (typeof linkTroubles)[number]

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

/** Where a link may lead a bot. */
export const chatPlaces = ['private', 'group', 'channel'] as const
export type ChatPlace = (typeof chatPlaces)[number]
