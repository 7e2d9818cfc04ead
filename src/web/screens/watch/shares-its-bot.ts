import type { Connection } from '#shared/model/connection.ts'

type Known = Pick<Connection, 'id' | 'telegramBotTokenTail'>

/**
 * True if another connection sends by the same bot: a failure of the bot would also stop the alarm about it.
 * Compares the ends of the bot tokens, the only part that browsers receive.
 */
export const sharesItsBot = (chosen: Known, connections: readonly Known[]): boolean =>
  connections.some(
    ({ id, telegramBotTokenTail }) =>
      id !== chosen.id && telegramBotTokenTail === chosen.telegramBotTokenTail,
  )
