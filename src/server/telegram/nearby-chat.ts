import { reasonFor } from './failure-reasons.ts'
import type { Failure } from './failures.ts'
import type { ChatIdentity, Telegram } from './telegram.ts'

/**
 * For an id that the Bot API does not know, finds the chat with the same number as a group, supergroup or channel:
 * people copy the number without its sign or its prefix.
 * @returns null if no such chat answers
 */
async function findNearbyChat(
  telegram: Pick<Telegram, 'getChat'>,
  token: string,
  chatId: string,
): Promise<ChatIdentity | null> {
  for (const id of nearbyIds(chatId)) {
    const answer = await telegram.getChat(token, id)
    if (answer.ok) return answer.result
  }
  return null
}

/**
 * Reason of a failure that concerns a chat, with the probably intended chat if one answers.
 * @param asked token, chat and topic of the failed request
 */
export async function reasonWithNearby(
  failure: Failure,
  asked: { token: string; chatId: string; topicId?: number | null },
  telegram: Pick<Telegram, 'getChat'>,
): Promise<{ reason: string; nearby: ChatIdentity | null }> {
  const nearby =
    failure.code === 'chat_not_found'
      ? await findNearbyChat(telegram, asked.token, asked.chatId)
      : null
  return { reason: nearby ? reasonOf(nearby) : reasonFor(failure, asked), nearby }
}

const reasonOf = ({ id, title }: ChatIdentity): string =>
  `Ningún chat tiene este ID, pero con ${id} responde «${title}». Guarda ese ID de chat en la conexión.`

/** @returns ids with the same number but another sign or prefix; an empty list for a name */
export function nearbyIds(chatId: string): string[] {
  const [, number] = /^-?(\d+)$/.exec(chatId) ?? []
  if (number === undefined) return []
  const without = /^100(\d{5,})$/.exec(number)?.[1]
  const ids = [`-${number}`, `-100${number}`, ...(without ? [`-${without}`] : [])]
  return ids.filter(id => id !== chatId && id.length <= LONGEST)
}

/** Length of Telegram's longest ids. */
const LONGEST = '-1001234567890123'.length
