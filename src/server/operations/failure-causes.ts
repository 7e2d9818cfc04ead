/** Which failures have one cause, and what ends it. */
import type { Remedy } from '#shared/model/failure.ts'

/** What of a connection tells which others a cause concerns too. */
export type Concerned = {
  id: string
  lane: string
  bot_id: string
  topic_id: number | null
  template_id: string
}

export type Cause = {
  /** The same for all that it concerns. */
  id: string
  remedy: Remedy
  /** What it concerns of a connection; any other that has the same there it may concern too. */
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

/** Codes of `telegram/failures.ts`, and of alerts that failed without being sent. */
const kinds: readonly Kind[] = [
  {
    // One outage shows in all of these.
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

/** Those that show the same cause. */
export const codesLike = (code: string): readonly string[] => {
  const kind = kindOfCode.get(code)
  return kind?.name === undefined ? [code] : kind.codes
}

/** What a newer version may write beside these. */
const unknown: Kind = { place: 'connection', remedy: 'resend', codes: [] }

/** What their owner has chosen for them. */
const CHOSEN = 'dropped'

/** Null: nothing is wrong. */
export function causeOf(code: string, connection: Concerned): Cause | null {
  if (code === CHOSEN) return null
  const { name = code, place: kind, remedy } = kindOfCode.get(code) ?? unknown
  const placeOf = places[kind]
  return { id: `${name}:${placeOf(connection)}`, remedy, placeOf }
}
