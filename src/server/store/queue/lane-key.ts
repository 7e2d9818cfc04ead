/** The queue of one account's alerts for one bot and chat. */
export type LaneParts = { userId: string; botId: string; chatId: string }

export const laneOf = (userId: string, botId: string, chatId: string): string =>
  `${userId}:${botId}:${chatId}`

export function laneParts(lane: string): LaneParts {
  const [userId = '', botId = '', chatId = ''] = lane.split(':')
  return { userId, botId, chatId }
}

/** A group or a channel, by number or by name. */
export const isGroup = ({ chatId }: Pick<LaneParts, 'chatId'>): boolean => !/^\d/.test(chatId)
