import type { BotApi } from '../../tests/support/bot-api/bot-api.ts'
import type { Route } from '../support/start-pregonero.ts'

/** Opens the private chats of the routes with their bots. */
export function openChats(botApi: BotApi, routes: readonly Route[]): void {
  for (const token of new Set(routes.map(route => route.token))) botApi.addBot(token)
  for (const { chatId } of routes) botApi.addChat({ id: Number(chatId), type: 'private' })
}
