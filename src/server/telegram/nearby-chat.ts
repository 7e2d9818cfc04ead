import { type Failure, reasonFor } from './failures.ts'
import type { ChatIdentity, Telegram } from './telegram.ts'

/**
 * Where the Bot API knows no chat of an id, the one that it knows of the same number as groups, or supergroups and
 * channels, have it: people copy the number without its sign or its prefix.
 * @returns null where none answers
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
 * The reason of a failure that concerns a chat, with the chat that was meant, where one answers.
 * @param asked of the message, or of the question, that failed
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

/** @returns none for a name */
export function nearbyIds(chatId: string): string[] {
  const [, number] = /^-?(\d+)$/.exec(chatId) ?? []
  if (number === undefined) return []
  const without = /^100(\d{5,})$/.exec(number)?.[1]
  const ids = [`-${number}`, `-100${number}`, ...(without ? [`-${without}`] : [])]
  return ids.filter(id => id !== chatId && id.length <= LONGEST)
}

/** No id of Telegram's is longer. */
const LONGEST = '-1001234567890123'.length
