/** The Bot API's methods as far as the product calls them. */
import {
  type Chat,
  chatJson,
  checkMembershipReadable,
  checkPermitted,
  checkReadable,
  checkWritable,
  findChat,
  memberJson,
  permissionsJson,
} from './chats.ts'
import { linkProblem } from './link.ts'
import { type Entity, fixMessageText, readMessageText } from './message-text.ts'
import type { Parameters } from './parameters.ts'
import { badRequest, Refusal } from './refusal.ts'

/** `webhook` set makes getUpdates a conflict; `updates` are given out oldest first. */
export type Bot = {
  readonly token: string
  readonly id: number
  readonly username: string
  name: string
  webhook: string
  updates: { update_id: number; [what: string]: unknown }[]
}

/** What stands in a chat. `at` is in milliseconds, `threadId` 0 outside topics. */
export type ChatMessage = {
  token: string
  chatId: string
  messageId: number
  text: string
  entities: Entity[]
  threadId: number
  silent: boolean
  protectedContent: boolean
  linkPreview: boolean
  at: number
}

export type BotApiState = {
  chats: Map<number, Chat>
  /** Every message of every chat, in the order stored. */
  messages: ChatMessage[]
  /** By chat: ids rise in each of its own. */
  lastMessageIds: Map<number, number>
  /** Seconds the bot has to wait before it may send to the chat. */
  floodWait(token: string, chat: Chat): number
}

type Method = (state: BotApiState, bot: Bot, parameters: Parameters) => unknown

/** By name in lower case. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['getme', (_state, bot) => ({ ...botJson(bot), can_join_groups: true })],
  [
    'getwebhookinfo',
    (_state, bot) => ({ url: bot.webhook, pending_update_count: bot.updates.length }),
  ],
  ['getchat', getChat],
  ['getchatmember', getChatMember],
  ['getupdates', getUpdates],
  ['sendmessage', sendMessage],
])

function getChat({ chats }: BotApiState, _bot: Bot, parameters: Parameters) {
  const chat = findChat(chats, parameters)
  checkReadable(chat)
  return { ...chatJson(chat), ...permissionsJson(chat) }
}

/** A bot may always ask about itself; of others it sees nobody here. */
function getChatMember({ chats }: BotApiState, bot: Bot, parameters: Parameters) {
  const userId = integer(parameters, 'user_id')
  if (userId <= 0) throw badRequest('invalid user_id specified')
  const chat = findChat(chats, parameters)
  checkMembershipReadable(chat)
  if (userId !== bot.id) throw badRequest('user not found')
  return { user: botJson(bot), ...memberJson(chat) }
}

function getUpdates(_state: BotApiState, bot: Bot, parameters: Parameters) {
  if (bot.webhook !== '')
    throw new Refusal(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  const offset = integer(parameters, 'offset')
  bot.updates = bot.updates.filter(({ update_id }) => update_id >= offset)
  return bot.updates.slice(0, integer(parameters, 'limit') || 100)
}

function sendMessage(state: BotApiState, bot: Bot, parameters: Parameters) {
  const raw = readMessageText(parameters)
  const preview = readObject(parameters, 'link_preview_options', 'link preview options')
  const markup = readObject(parameters, 'reply_markup', 'reply markup')
  const chat = findChat(state.chats, parameters)
  const threadId = integer(parameters, 'message_thread_id')
  checkWritable(chat, threadId)
  checkButtons(markup)
  const { text, entities } = fixMessageText(raw)
  checkPermitted(chat)
  const wait = state.floodWait(bot.token, chat)
  if (wait > 0) throw tooManyRequests(wait)

  const messageId = (state.lastMessageIds.get(chat.id) ?? 0) + 1
  state.lastMessageIds.set(chat.id, messageId)
  const message: ChatMessage = {
    token: bot.token,
    chatId: String(chat.id),
    messageId,
    text,
    entities,
    threadId: chat.isForum ? threadId : 0,
    silent: flag(parameters.get('disable_notification')),
    protectedContent: flag(parameters.get('protect_content')),
    linkPreview: !flag(String(preview.is_disabled)),
    at: Date.now(),
  }
  state.messages.push(message)
  return {
    message_id: messageId,
    from: botJson(bot),
    chat: chatJson(chat),
    date: Math.floor(message.at / 1000),
    ...(message.threadId && { message_thread_id: threadId, is_topic_message: true }),
    text,
    ...(entities.length && { entities }),
  }
}

export const tooManyRequests = (seconds: number) =>
  new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

function botJson({ id, name, username }: Bot) {
  return { id, is_bot: true, first_name: name, username }
}

const integer = (parameters: Parameters, name: string) =>
  Number.parseInt(parameters.get(name) ?? '', 10) || 0

const flag = (text = '') => ['true', 'yes', '1'].includes(text.toLowerCase())

function readObject(parameters: Parameters, name: string, called: string): Record<string, unknown> {
  const json = parameters.get(name)
  if (json === undefined || json === '') return {}
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badRequest(`can't parse ${called} JSON object`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`object expected as ${called}`)
  return { ...value }
}

function checkButtons({ inline_keyboard: rows }: Record<string, unknown>): void {
  const buttons: unknown[] = Array.isArray(rows) ? rows.flat() : []
  for (const button of buttons) {
    if (typeof button !== 'object' || button === null || !('url' in button)) continue
    const problem = linkProblem(String(button.url))
    if (problem)
      throw badRequest(`inline keyboard button URL '${button.url}' is invalid: ${problem}`)
  }
}
