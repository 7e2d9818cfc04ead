/** Columns derived from a connection's token and chat, and the columns that an edit changes. */
import type { SecretBox } from '#server/base/secrets.ts'
import { laneOf } from '#server/store/queue/lane-key.ts'
import { connectionColumns } from '#server/store/rows/connection-fields.ts'
import type { ConnectionRow } from '#server/store/rows/connections.ts'
import { TOKEN_TAIL_LENGTH } from '#shared/limits.ts'
import type { ConnectionPatch } from '#shared/model/connection.ts'

/** The columns that an edit changes; an empty token leaves the stored one. */
export function changedColumns(
  row: ConnectionRow,
  patch: ConnectionPatch,
  { secretBox, now }: { secretBox: SecretBox; now: number },
) {
  const token = patch.telegramBotToken || undefined
  const chat = patch.telegramChatId
  const movesChat = chat !== undefined && chat !== row.telegram_chat_id
  const botId = token ? botIdOf(token) : row.bot_id
  const change: Partial<ConnectionRow> = {
    ...connectionColumns(patch),
    ...(token ? tokenColumns(token, secretBox) : {}),
    ...(movesChat || botId !== row.bot_id
      ? chatColumns(row.user_id, botId, chat ?? row.telegram_chat_id)
      : {}),
  }
  return mayMendFailures(row, change) ? { ...change, mended_at: now } : change
}

/** True if an edit changes a setting that sending depends on, so that alerts that failed may arrive now. */
const mayMendFailures = (row: ConnectionRow, change: Partial<ConnectionRow>): boolean =>
  (Object.keys(change) as (keyof ConnectionRow)[]).some(
    column => !mendNothing.includes(column) && change[column] !== row[column],
  )

/** Columns on which sending does not depend, or not for alerts that have already failed. */
const mendNothing: readonly (keyof ConnectionRow)[] = ['name', 'description', 'tags', 'is_active']

/** Bot id: the part of the token before the colon. */
export const botIdOf = (token: string): string => token.slice(0, token.indexOf(':'))

export const tokenColumns = (token: string, secretBox: SecretBox) => ({
  telegram_bot_token: secretBox.encrypt(token),
  telegram_bot_token_tail: token.slice(-TOKEN_TAIL_LENGTH),
  bot_id: botIdOf(token),
})

/** A number is already Telegram's id; the number of a @name is asked for before the first send. */
export const chatColumns = (userId: string, botId: string, chat: string) => ({
  chat_id: chat.startsWith('@') ? null : chat,
  lane: laneOf(userId, botId, chat),
})
