import {
  answerSchema,
  botSchema,
  botSourceSchema,
  chatSchema,
  chatSourceSchema,
} from '../model/telegram.ts'
import { notFound, signedIn } from './calls.ts'

/** Whose token this is. */
const bot = signedIn
  .route({ method: 'POST', path: '/telegram/bot' })
  .meta({ changes: [], asksTelegram: true })
  .input(botSourceSchema)
  .output(answerSchema({ bot: botSchema }))
  .errors(notFound)

/** The chats that the bot has seen in the last 24 hours, last heard of first. */
const chats = signedIn
  .route({ method: 'POST', path: '/telegram/chats' })
  .meta({ changes: [], asksTelegram: true })
  .input(botSourceSchema)
  .output(answerSchema({ chats: chatSchema.array() }))
  .errors(notFound)

/** Whether the bot knows this chat, and by which number Telegram does. */
const chat = signedIn
  .route({ method: 'POST', path: '/telegram/chat' })
  .meta({ changes: [], asksTelegram: true })
  .input(chatSourceSchema)
  .output(answerSchema({ chat: chatSchema }))
  .errors(notFound)

export const telegram = { bot, chats, chat }
