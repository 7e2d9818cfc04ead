import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import type { BotApi } from './bot-api/bot-api.ts'

/** Arrived alerts; messages that contain several are split. */
export const arrivals = ({ messages }: Pick<BotApi, 'messages'>, chatId?: string | number) =>
  messages
    .filter(message => chatId === undefined || message.chatId === String(chatId))
    .flatMap(message => message.text.split(GROUP_SEPARATOR).map(text => ({ ...message, text })))

export const arrivedTexts = (botApi: Pick<BotApi, 'messages'>, chatId?: string | number) =>
  arrivals(botApi, chatId).map(({ text }) => text)
