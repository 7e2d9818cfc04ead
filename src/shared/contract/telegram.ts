import {
  answerSchema,
  botSchema,
  botSourceSchema,
  chatSchema,
  chatSourceSchema,
} from '../model/telegram.ts'
import { notFound, signedIn, unreadableToken } from './calls.ts'

/** The bot of a token. */
const bot = signedIn
  .route({ method: 'POST', path: '/telegram/bot' })
  .meta({ changes: [], asksTelegram: true })
  .input(botSourceSchema)
  .output(answerSchema({ bot: botSchema }))
  .errors({ ...notFound, ...unreadableToken })

/** Chats that the bot has seen in the last 24 hours, most recent first. */
const chats = signedIn
  .route({ method: 'POST', path: '/telegram/chats' })
  .meta({ changes: [], asksTelegram: true })
  .input(botSourceSchema)
  .output(answerSchema({ chats: chatSchema.array() }))
  .errors({ ...notFound, ...unreadableToken })

/** Looks up a chat that the bot knows, and Telegram's number for it. */
const chat = signedIn
  .route({ method: 'POST', path: '/telegram/chat' })
  .meta({ changes: [], asksTelegram: true })
  .input(chatSourceSchema)
  .output(answerSchema({ chat: chatSchema }))
  .errors({ ...notFound, ...unreadableToken })

export const telegram = { bot, chats, chat }
