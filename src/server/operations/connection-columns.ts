/** How what a form sends becomes columns. */
import type { SecretBox } from '#server/base/secrets.ts'
import { laneOf } from '#server/store/queue/lane-key.ts'
import type { ConnectionRow } from '#server/store/rows/connections.ts'
import { TOKEN_TAIL_LENGTH } from '#shared/limits.ts'
import type { Connection, ConnectionPatch } from '#shared/model/connection.ts'

/** The columns that an edit changes; an empty token leaves the stored one. */
export function changedColumns(row: ConnectionRow, patch: ConnectionPatch, secretBox: SecretBox) {
  const token = patch.telegramBotToken || undefined
  const chat = patch.telegramChatId
  const movesChat = chat !== undefined && chat !== row.telegram_chat_id
  const botId = token ? botIdOf(token) : row.bot_id
  return {
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.templateId === undefined ? {} : { template_id: patch.templateId }),
    ...(patch.description === undefined ? {} : { description: patch.description }),
    ...(patch.tags === undefined ? {} : { tags: JSON.stringify(patch.tags) }),
    ...(patch.isActive === undefined ? {} : { is_active: flag(patch.isActive) }),
    ...optionColumns(changedOptions(optionsOf(row), patch)),
    ...(token ? tokenColumns(token, secretBox) : {}),
    ...(movesChat || botId !== row.bot_id
      ? chatColumns(row.user_id, botId, chat ?? row.telegram_chat_id)
      : {}),
  }
}

/** The bot's own id stands before the colon. */
export const botIdOf = (token: string): string => token.slice(0, token.indexOf(':'))

export const tokenColumns = (token: string, secretBox: SecretBox) => ({
  telegram_bot_token: secretBox.encrypt(token),
  telegram_bot_token_tail: token.slice(-TOKEN_TAIL_LENGTH),
  bot_id: botIdOf(token),
})

/** A number is Telegram's own id already; a @name is asked for its number before the first send. */
export const chatColumns = (userId: string, botId: string, chat: string) => ({
  telegram_chat_id: chat,
  chat_id: chat.startsWith('@') ? null : chat,
  lane: laneOf(userId, botId, chat),
})

type TelegramOptions = Pick<
  Connection,
  'groupBursts' | 'markLate' | 'topicId' | 'silent' | 'linkPreview' | 'protectContent'
>

export const optionColumns = (options: TelegramOptions) => ({
  group_bursts: flag(options.groupBursts),
  mark_late: flag(options.markLate),
  topic_id: options.topicId,
  silent: flag(options.silent),
  link_preview: flag(options.linkPreview),
  protect_content: flag(options.protectContent),
})

export const optionsOf = (row: ConnectionRow): TelegramOptions => ({
  groupBursts: row.group_bursts === 1,
  markLate: row.mark_late === 1,
  topicId: row.topic_id,
  silent: row.silent === 1,
  linkPreview: row.link_preview === 1,
  protectContent: row.protect_content === 1,
})

const changedOptions = (kept: TelegramOptions, patch: ConnectionPatch): TelegramOptions => ({
  groupBursts: patch.groupBursts ?? kept.groupBursts,
  markLate: patch.markLate ?? kept.markLate,
  topicId: patch.topicId === undefined ? kept.topicId : patch.topicId,
  silent: patch.silent ?? kept.silent,
  linkPreview: patch.linkPreview ?? kept.linkPreview,
  protectContent: patch.protectContent ?? kept.protectContent,
})

const flag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)
