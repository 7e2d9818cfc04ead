/** The meaning of an error response, and the code that is stored for it. */
type Meaning =
  | { kind: 'formatting'; code: 'formatting' }
  | { kind: 'preview'; code: 'preview' }
  | { kind: 'buttons'; code: 'buttons' }
  | { kind: 'dead-chat'; code: DeadChatCode }
  | { kind: 'dead-topic'; code: DeadTopicCode }
  | { kind: 'dead-token'; code: 'token_invalid' }
  | { kind: 'refused'; code: RefusedCode }

type DeadChatCode =
  | 'chat_not_found'
  | 'chat_not_started'
  | 'chat_is_bot'
  | 'chat_deleted'
  | 'chat_upgraded'
  | 'chat_forbidden'
  | 'bot_blocked'
  | 'bot_kicked'
  | 'bot_not_member'
  | 'bot_not_admin'
  | 'bot_without_rights'
  | 'user_deactivated'

export type DeadTopicCode = 'topic_not_found' | 'topic_closed'

type RefusedCode =
  | 'message_too_long'
  | 'message_empty'
  | 'webhook_active'
  | 'other_reader'
  | 'refused'

type NoAnswerCode =
  | 'unreachable'
  | 'bad_certificate'
  | 'proxy_refused'
  | 'timeout'
  | 'connection_lost'
  | 'server_error'
  | 'not_bot_api'
  | 'simulated'

/**
 * Failure of a request, classified by what can be done about it.
 * `description` is Telegram's own text or, without one, the network's error code; it contains no token.
 * `flood` is a flood wait: HTTP 429, with `retryAfter` (`retry_after`) in whole seconds.
 * `url`: address of the single refused button; it comes from outside and is only compared.
 * `doubt`: the request had left, so Telegram may have carried it out.
 * `isStale`: an idle HTTP connection had ended unnoticed, so a new one may well work.
 */
export type Failure = (
  | Exclude<Meaning, { kind: 'buttons' }>
  | { kind: 'buttons'; code: 'buttons'; url?: string }
  | { kind: 'flood'; code: 'flood'; retryAfter: number }
  | { kind: 'migrated'; code: 'chat_migrated'; chatId: string }
  | {
      kind: 'no-answer'
      code: NoAnswerCode
      doubt: boolean
      isStale?: boolean
      httpStatus?: number
    }
) & { description: string }

export type FailureKind = Failure['kind']
export type FailureCode = Failure['code']

/** An error in the Bot API's own JSON; `status` is the HTTP status and its `error_code`. */
type ErrorResponse = {
  status: number
  description: string
  parameters?: { retry_after?: number | undefined; migrate_to_chat_id?: number | undefined }
}

const DEFAULT_RETRY_AFTER = 5
/** A day in seconds: after that no waiting alert is sent automatically. */
const LONGEST_RETRY_AFTER = 86_400

/** Classifies by status and parameters, and by Telegram's text only where they do not suffice. */
export function classify({ status, description, parameters }: ErrorResponse): Failure {
  // Telegram may answer 5xx after it accepted the message, so the same bytes are sent again.
  if (status >= 500)
    return {
      kind: 'no-answer',
      code: 'server_error',
      doubt: true,
      httpStatus: status,
      description,
    }
  if (status === 429) {
    const asked = Math.ceil(parameters?.retry_after ?? DEFAULT_RETRY_AFTER)
    const retryAfter = Math.min(Math.max(1, asked), LONGEST_RETRY_AFTER)
    return { kind: 'flood', code: 'flood', retryAfter, description }
  }
  if (parameters?.migrate_to_chat_id !== undefined) {
    const chatId = String(parameters.migrate_to_chat_id)
    return { kind: 'migrated', code: 'chat_migrated', chatId, description }
  }
  const meaning = meaningOf(status, description.toLowerCase())
  if (meaning.kind !== 'buttons') return { ...meaning, description }
  const url = REFUSED_ADDRESS.exec(description)?.[1]
  return { ...meaning, ...(url !== undefined && { url }), description }
}

const REFUSED_ADDRESS = /button URL '(.+)' is invalid/is

const FORMATTING: Meaning = { kind: 'formatting', code: 'formatting' }
const PREVIEW: Meaning = { kind: 'preview', code: 'preview' }
const BUTTONS: Meaning = { kind: 'buttons', code: 'buttons' }
const DEAD_TOKEN: Meaning = { kind: 'dead-token', code: 'token_invalid' }
const deadChat = (code: DeadChatCode): Meaning => ({ kind: 'dead-chat', code })
const deadTopic = (code: DeadTopicCode): Meaning => ({ kind: 'dead-topic', code })
const refused = (code: RefusedCode): Meaning => ({ kind: 'refused', code })

/** Telegram's texts in lower case; the first match counts. */
const TEXTS: readonly (readonly [text: string, meaning: Meaning])[] = [
  // First, because they quote addresses that may contain any of the others.
  ['inline keyboard', BUTTONS],
  ['reply markup', BUTTONS],
  ['reply_markup', BUTTONS],
  ['bad request: button_', BUTTONS],
  ["can't parse entities", FORMATTING],
  ["can't parse messageentity", FORMATTING],
  ['entity begin', FORMATTING],
  ['entity with incorrect', FORMATTING],
  ['entity url', FORMATTING],
  ['entity_', FORMATTING],
  ['entities_', FORMATTING],
  ['link preview', PREVIEW],
  ['webpage_', PREVIEW],
  ['web page content', PREVIEW],
  ['failed to get http url content', PREVIEW],
  ['http url specified', PREVIEW],
  ['chat not found', deadChat('chat_not_found')],
  ['chat_id is empty', deadChat('chat_not_found')],
  ['peer_id_invalid', deadChat('chat_not_found')],
  ["can't initiate conversation", deadChat('chat_not_started')],
  ['messages to the bot', deadChat('chat_is_bot')],
  ['messages to bots', deadChat('chat_is_bot')],
  ['chat was deleted', deadChat('chat_deleted')],
  ['chat was deactivated', deadChat('chat_deleted')],
  ['upgraded to a supergroup', deadChat('chat_upgraded')],
  ['blocked by the user', deadChat('bot_blocked')],
  ['user_is_blocked', deadChat('bot_blocked')],
  ['user is deactivated', deadChat('user_deactivated')],
  ['input_user_deactivated', deadChat('user_deactivated')],
  ['bot was kicked', deadChat('bot_kicked')],
  ['bot is not a member', deadChat('bot_not_member')],
  ['channel_private', deadChat('bot_not_member')],
  ['need administrator rights', deadChat('bot_not_admin')],
  ['chat_admin_required', deadChat('bot_not_admin')],
  ['not enough rights', deadChat('bot_without_rights')],
  ['have no rights', deadChat('bot_without_rights')],
  ['have no write access', deadChat('bot_without_rights')],
  ['chat_write_forbidden', deadChat('bot_without_rights')],
  ['chat_restricted', deadChat('bot_without_rights')],
  ['chat_send_', deadChat('bot_without_rights')],
  ['message thread not found', deadTopic('topic_not_found')],
  ['topic_deleted', deadTopic('topic_not_found')],
  ['topic_id_invalid', deadTopic('topic_not_found')],
  ['topic_closed', deadTopic('topic_closed')],
  ['is too long', refused('message_too_long')],
  ['message_too_long', refused('message_too_long')],
  ['text is empty', refused('message_empty')],
  ['must be non-empty', refused('message_empty')],
  ['message_empty', refused('message_empty')],
  ['webhook is active', refused('webhook_active')],
  ['terminated by', refused('other_reader')],
]

function meaningOf(status: number, text: string): Meaning {
  if (status === 401) return DEAD_TOKEN
  if (status === 404) return text.includes('method not found') ? refused('refused') : DEAD_TOKEN
  const known = TEXTS.find(([part]) => text.includes(part))?.[1]
  if (status === 403 && known?.kind !== 'dead-chat') return deadChat('chat_forbidden')
  return known ?? refused('refused')
}
