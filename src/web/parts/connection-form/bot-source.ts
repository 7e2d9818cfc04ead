import { botTokenSchema, chatIdSchema } from '#shared/model/connection.ts'

/** Whose bot a question to Telegram is about. */
export type BotSource = { botToken: string } | { connectionId: string }
export type ChatSource = BotSource & { chatId: string }

/**
 * The bot whose token was typed or, where none was, that of the connection the form began with;
 * undefined where there is no token to ask with.
 */
export function botSource(
  typedToken: string,
  connectionId: string | undefined,
): BotSource | undefined {
  if (typedToken === '') return connectionId === undefined ? undefined : { connectionId }
  const { data: botToken } = botTokenSchema.safeParse(typedToken)
  return botToken === undefined ? undefined : { botToken }
}

/** The typed chat as that bot sees it; undefined where what was typed can be none. */
export function chatSource(bot: BotSource | undefined, typedId: string): ChatSource | undefined {
  const { data: chatId } = chatIdSchema.safeParse(typedId)
  return bot === undefined || chatId === undefined ? undefined : { ...bot, chatId }
}
