import { botTokenSchema, chatIdSchema } from '#shared/model/connection.ts'

/** Bot that a question to Telegram concerns. */
export type BotSource = { botToken: string } | { connectionId: string }
export type ChatSource = BotSource & { chatId: string }

/** The bot of the typed token, else of the form's original connection; undefined without a valid token. */
export function botSource(
  typedToken: string,
  connectionId: string | undefined,
): BotSource | undefined {
  if (typedToken === '') return connectionId === undefined ? undefined : { connectionId }
  const { data: botToken } = botTokenSchema.safeParse(typedToken)
  return botToken === undefined ? undefined : { botToken }
}

/** The typed chat as that bot sees it; undefined without a bot, or for an invalid id. */
export function chatSource(bot: BotSource | undefined, typedId: string): ChatSource | undefined {
  const { data: chatId } = chatIdSchema.safeParse(typedId)
  return bot === undefined || chatId === undefined ? undefined : { ...bot, chatId }
}
