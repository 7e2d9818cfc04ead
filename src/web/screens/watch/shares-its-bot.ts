import type { Connection } from '#shared/model/connection.ts'

type Known = Pick<Connection, 'id' | 'telegramBotTokenTail'>

/**
 * Whether another connection sends by the same bot: what befalls that one befalls what is told of it. Of a
 * token its end is known, which tells bots apart.
 */
export const sharesItsBot = (chosen: Known, connections: readonly Known[]): boolean =>
  connections.some(
    ({ id, telegramBotTokenTail }) =>
      id !== chosen.id && telegramBotTokenTail === chosen.telegramBotTokenTail,
  )
