import {
  answerSchema,
  botSchema,
  botSourceSchema,
  chatSchema,
  chatSourceSchema,
} from '../model/telegram.ts'
import { notFound, signedInCall } from './errors.ts'

/** Whose token this is. */
const bot = signedInCall
  .route({ method: 'POST', path: '/telegram/bot' })
  .input(botSourceSchema)
  .output(answerSchema({ bot: botSchema }))
  .errors(notFound)

/** The chats that the bot has seen in the last 24 hours, last heard of first. */
const chats = signedInCall
  .route({ method: 'POST', path: '/telegram/chats' })
  .input(botSourceSchema)
  .output(answerSchema({ chats: chatSchema.array() }))
  .errors(notFound)

/** Whether the bot knows this chat, and by which number Telegram does. */
const chat = signedInCall
  .route({ method: 'POST', path: '/telegram/chat' })
  .input(chatSourceSchema)
  .output(answerSchema({ chat: chatSchema }))
  .errors(notFound)

export const telegram = { bot, chats, chat }
