import { clock } from '#server/base/clock.ts'
/** Methods of the Bot API that the product calls. */
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
import type { Entity } from './entities.ts'
import { PARAMETERS } from './known-fields.ts'
import { checkPreviewUrl, type LinkPreview, readLinkPreview } from './link-preview.ts'
import { fixMessageText, readMessageText } from './message-text.ts'
import type { Parameters } from './parameters.ts'
import { badRequest, Refusal } from './refusal.ts'
import { type Button, checkButtonLimits, checkButtons, readButtons } from './reply-markup.ts'
import { getUpdates, type Poll, setWebhook } from './updates.ts'

/**
 * A `webhook` makes getUpdates a conflict; `updates` are returned oldest first, and stay until a
 * later offset is asked for. In groups that it does not administer, a bot receives few messages
 * unless it `readsGroups`.
 */
export type Bot = {
  readonly token: string
  readonly id: number
  readonly username: string
  name: string
  webhook: string
  updates: { update_id: number; [what: string]: unknown }[]
  lastUpdateId: number
  /** Types of updates, null for Telegram's own choice. */
  allowedUpdates: string[] | null
  /** Pending getUpdates call. */
  poll: Poll | null
  lastPoll: { offset: number; at: number }
  readsGroups: boolean
}

/** A message in a chat. `at` is in milliseconds, `threadId` 0 outside topics. */
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
  preview: LinkPreview
  /** Rows of buttons under it. */
  buttons: Button[][]
  at: number
}

export type BotApiState = {
  chats: Map<number, Chat>
  /** Every message of every chat, in the order stored. */
  messages: ChatMessage[]
  /** Last message id by chat: ids rise in each chat separately. */
  lastMessageIds: Map<number, number>
  /** Seconds the bot has to wait before it may send to the chat. */
  floodWait(token: string, chat: Chat): number
  enforcesLimits(): boolean
  /** Factor by which its time runs faster than ours. */
  speed: number
}

/** Slow methods return a promise; `gone` is aborted once the client has disconnected. */
type Method = (state: BotApiState, bot: Bot, parameters: Parameters, gone: AbortSignal) => unknown

const METHODS: { readonly [name in keyof typeof PARAMETERS]: Method } = {
  getMe: (_state, bot) => ({
    ...botJson(bot),
    can_join_groups: true,
    can_read_all_group_messages: bot.readsGroups,
  }),
  getWebhookInfo: (_state, bot) => ({
    url: bot.webhook,
    has_custom_certificate: false,
    pending_update_count: bot.updates.length,
  }),
  setWebhook: (_state, bot, parameters) => setWebhook(bot, parameters),
  deleteWebhook: (_state, bot, parameters) =>
    setWebhook(bot, new Map([...parameters, ['url', '']])),
  getUpdates,
  getChat,
  getChatMember,
  sendMessage,
}

const BY_LOWER_NAME = new Map(
  Object.entries(METHODS).map(([name, run]) => [
    name.toLowerCase(),
    { run, known: new Set<string>(PARAMETERS[name as keyof typeof PARAMETERS]) },
  ]),
)

/** Runs a method, by its name in lower case. */
export function runMethod(
  name: string,
  state: BotApiState,
  bot: Bot,
  parameters: Parameters,
  gone: AbortSignal,
): unknown {
  const method = BY_LOWER_NAME.get(name)
  if (!method) throw new Refusal(404, 'Not Found: method not found')
  // The real server ignores unknown parameters; here they reveal a bug of the product.
  const unknown = [...parameters.keys()].find(parameter => !method.known.has(parameter))
  if (unknown !== undefined) throw badRequest(`this double knows no parameter "${unknown}"`)
  return method.run(state, bot, parameters, gone)
}

function getChat({ chats }: BotApiState, _bot: Bot, parameters: Parameters) {
  const chat = findChat(chats, parameters)
  checkReadable(chat)
  return { ...chatJson(chat), ...permissionsJson(chat) }
}

/** A bot may always ask about itself; other users are unknown here. */
function getChatMember({ chats }: BotApiState, bot: Bot, parameters: Parameters) {
  const userId = integer(parameters, 'user_id')
  if (userId <= 0) throw badRequest('invalid user_id specified')
  const chat = findChat(chats, parameters)
  checkMembershipReadable(chat)
  if (userId !== bot.id) throw badRequest('user not found')
  return { user: botJson(bot), ...memberJson(chat) }
}

function sendMessage(state: BotApiState, bot: Bot, parameters: Parameters) {
  const preview = readLinkPreview(parameters.get('link_preview_options'))
  const raw = readMessageText(parameters)
  const rows = readButtons(parameters.get('reply_markup'))
  const chat = findChat(state.chats, parameters)
  const threadId = integer(parameters, 'message_thread_id')
  checkWritable(chat, threadId)
  const buttons = checkButtons(rows)
  const { text, entities } = fixMessageText(raw)
  checkPermitted(chat)
  const wait = state.floodWait(bot.token, chat)
  if (wait > 0) throw tooManyRequests(wait)
  checkButtonLimits(buttons)
  checkPreviewUrl(preview)

  const message: ChatMessage = {
    token: bot.token,
    chatId: String(chat.id),
    messageId: nextMessageId(state, chat),
    text,
    entities,
    threadId: chat.isForum ? threadId : 0,
    silent: flag(parameters.get('disable_notification')),
    protectedContent: flag(parameters.get('protect_content')),
    linkPreview: !preview.isDisabled,
    preview,
    buttons,
    at: clock.now(),
  }
  state.messages.push(message)
  return {
    message_id: message.messageId,
    from: botJson(bot),
    chat: chatJson(chat),
    date: Math.floor(message.at / 1000),
    ...(message.threadId && { message_thread_id: threadId, is_topic_message: true }),
    text,
    ...(entities.length && { entities }),
    ...(buttons.length && { reply_markup: { inline_keyboard: buttons } }),
  }
}

/** Ids rise in each chat, whoever writes. */
export function nextMessageId({ lastMessageIds }: BotApiState, chat: Chat): number {
  const id = (lastMessageIds.get(chat.id) ?? 0) + 1
  lastMessageIds.set(chat.id, id)
  return id
}

export const tooManyRequests = (seconds: number) =>
  new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

export function botJson({ id, name, username }: Bot) {
  return { id, is_bot: true, first_name: name, username }
}

const integer = (parameters: Parameters, name: string) =>
  Number.parseInt(parameters.get(name) ?? '', 10) || 0

const flag = (text = '') => ['true', 'yes', '1'].includes(text.toLowerCase())
