import type { MessageButton, MessagePicture } from '#shared/message/composed-message.ts'
import type { MessageEntity } from '#shared/message/rich-message.ts'
import type { SendOptions } from '#shared/model/connection.ts'
import type { Failure } from './failures.ts'

/**
 * `chatId` is a numeric id as text or `@username`; `topicId` null: outside topics, or «General»;
 * `isContinuation`: a later part of a message whose first part has arrived.
 */
export type OutgoingMessage = SendOptions & {
  chatId: string
  text: string
  entities: readonly MessageEntity[]
  buttons?: readonly (readonly MessageButton[])[]
  /** Shown only with `linkPreview`. */
  picture?: MessagePicture | null
  isContinuation: boolean
}

/** `chatId` is always numeric; `date` is Telegram's, in seconds UTC. */
export type SentMessage = { messageId: number; chatId: string; date: number }

export type BotIdentity = { id: string; username: string | null; name: string }

/** `id` is numeric, as text; `username` of a public chat. */
export type ChatIdentity = {
  id: string
  type: 'private' | 'group' | 'supergroup' | 'channel'
  title: string
  isForum: boolean
  username?: string
}

export type PersonIdentity = { name: string; username?: string }

/**
 * Content of an update.
 * `code`: of a link that opens the bot; `sender`: id of the person who sent the code; `topicId`: of the forum topic
 * that was written in.
 * `standing`: whether the bot is in the chat and may write there; `by`: who changed that, unless hidden.
 */
export type UpdateEvent =
  | { kind: 'message'; code: string | null; topicId: number | null; sender?: string }
  | { kind: 'membership'; standing: 'out' | 'silent' | 'posting'; by?: PersonIdentity }
  | { kind: 'migrated'; from: string; to: string }

/** `at`: time by Telegram's clock, milliseconds UTC. `chat` and `event` are null in updates of other kinds. */
export type BotUpdate = {
  id: number
  at: number
  chat: ChatIdentity | null
  event: UpdateEvent | null
}

/**
 * `offset`: first wanted update, which confirms all before it; 0 confirms no update. `limit`: 1 to 100. `wait`:
 * seconds that Telegram waits for a first update.
 */
export type WantedUpdates = { offset: number; limit: number; wait: number; signal: AbortSignal }

export type TelegramResponse<T> = { ok: true; result: T } | { ok: false; failure: Failure }

/** The calls of the Bot API that the product uses. They never throw: an error is a `Failure`. */
export interface Telegram {
  readonly simulated: boolean
  sendMessage(token: string, message: OutgoingMessage): Promise<TelegramResponse<SentMessage>>
  /** The connection test: a send, which a simulation delays. */
  sendTest(token: string, message: OutgoingMessage): Promise<TelegramResponse<SentMessage>>
  getMe(token: string): Promise<TelegramResponse<BotIdentity>>
  /** Success does not prove that the bot may post: only a send does. */
  getChat(token: string, chatId: string): Promise<TelegramResponse<ChatIdentity>>
  /**
   * Returns the chat if the bot may post there, as far as Telegram shows without a send; otherwise the failure that a
   * send would meet. Only a send shows that the user of a private chat has blocked the bot.
   */
  checkPosting(token: string, chatId: string): Promise<TelegramResponse<ChatIdentity>>
  /** Host that receives the bot's updates by webhook; null without a webhook. */
  getWebhookHost(token: string): Promise<TelegramResponse<string | null>>
  /** The chats of the bot's updates of the last 24 hours, most recent first. Confirms no update. */
  getUpdates(token: string): Promise<TelegramResponse<ChatIdentity[]>>
  /** The bot's updates, oldest first. One reader a bot: Telegram ends the request of an earlier one. */
  readUpdates(token: string, wanted: WantedUpdates): Promise<TelegramResponse<BotUpdate[]>>
  /** Removes the webhook; its pending updates are kept. */
  deleteWebhook(token: string): Promise<TelegramResponse<true>>
}
