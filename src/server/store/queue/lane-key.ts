/** The queue of one account's alerts for one bot and chat. */
export type LaneParts = { userId: string; botId: string; chatId: string }

export const laneOf = (userId: string, botId: string, chatId: string): string =>
  `${userId}:${botId}:${chatId}`

export function laneParts(lane: string): LaneParts {
  const [userId = '', botId = '', chatId = ''] = lane.split(':')
  return { userId, botId, chatId }
}

/** Whether the chat is a group or a channel: it has a negative number, or a name. */
export const isGroup = ({ chatId }: Pick<LaneParts, 'chatId'>): boolean => !/^\d/.test(chatId)
