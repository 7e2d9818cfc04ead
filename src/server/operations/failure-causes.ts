/** Cause of each failure, and its remedy. */
import type { Remedy } from '#shared/model/failure.ts'

/** Fields of a connection that decide which other connections a cause concerns too. */
export type Concerned = {
  id: string
  lane: string
  bot_id: string
  topic_id: number | null
  template_id: string
}

export type Cause = {
  /** Equal for all failures of the cause. */
  id: string
  remedy: Remedy
  /** Part of a connection that the cause concerns; it may concern all connections with the same part. */
  placeOf: (connection: Concerned) => string
}

type Place = 'account' | 'bot' | 'chat' | 'topic' | 'template' | 'connection'

const places: Record<Place, (connection: Concerned) => string> = {
  account: () => '',
  bot: ({ bot_id }) => bot_id,
  chat: ({ lane }) => lane,
  topic: ({ lane, topic_id }) => `${lane}:${topic_id ?? ''}`,
  template: ({ template_id }) => template_id,
  connection: ({ id }) => id,
}

type Kind = { place: Place; remedy: Remedy; codes: readonly string[]; name?: string }

/** Kinds of failures, with the codes of `telegram/failures.ts` and of alerts that failed without being sent. */
const kinds: readonly Kind[] = [
  {
    // One outage can show as any of these codes.
    name: 'no_answer',
    place: 'account',
    remedy: 'resend',
    codes: [
      ...['unreachable', 'bad_certificate', 'proxy_refused', 'timeout', 'connection_lost'],
      ...['server_error', 'not_bot_api', 'outage', 'in_doubt'],
    ],
  },
  { place: 'account', remedy: 'resend', codes: ['simulated', 'expired', 'restored'] },
  { place: 'bot', remedy: 'connection', codes: ['token_invalid'] },
  {
    place: 'chat',
    remedy: 'connection',
    codes: ['chat_not_found', 'chat_is_bot', 'chat_deleted', 'chat_upgraded', 'user_deactivated'],
  },
  {
    place: 'chat',
    remedy: 'chat',
    codes: [
      ...['bot_blocked', 'bot_kicked', 'bot_not_member', 'bot_not_admin', 'bot_without_rights'],
      ...['chat_forbidden', 'chat_not_started'],
    ],
  },
  { place: 'topic', remedy: 'connection', codes: ['topic_not_found'] },
  { place: 'topic', remedy: 'chat', codes: ['topic_closed'] },
  {
    place: 'template',
    remedy: 'template',
    codes: [
      ...['formatting', 'preview', 'buttons', 'message_too_long', 'message_empty', 'refused'],
    ],
  },
  { place: 'connection', remedy: 'connection', codes: ['template_missing', 'unreadable'] },
  { place: 'account', remedy: 'resend', codes: ['not_composed'] },
]

const kindOfCode = new Map(kinds.flatMap(kind => kind.codes.map(code => [code, kind])))

export const isKnownFailure = (code: string): boolean => kindOfCode.has(code)

/** Codes that show the same cause. */
export const codesLike = (code: string): readonly string[] => {
  const kind = kindOfCode.get(code)
  return kind?.name === undefined ? [code] : kind.codes
}

/** Kind of the codes that only a newer version knows. */
const unknown: Kind = { place: 'connection', remedy: 'resend', codes: [] }

/** Code of alerts that their owner dropped. */
const CHOSEN = 'dropped'

/** Null if the owner chose the outcome. */
export function causeOf(code: string, connection: Concerned): Cause | null {
  if (code === CHOSEN) return null
  const { name = code, place: kind, remedy } = kindOfCode.get(code) ?? unknown
  const placeOf = places[kind]
  return { id: `${name}:${placeOf(connection)}`, remedy, placeOf }
}
