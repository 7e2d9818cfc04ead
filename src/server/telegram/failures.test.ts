import { describe, expect, it } from 'vitest'
import { classify, type FailureKind } from './failures.ts'

describe('a refusal', () => {
  it.each<[number, string, FailureKind, string]>([
    [401, 'Unauthorized', 'dead-token', 'token_invalid'],
    [401, 'Unauthorized: invalid token specified', 'dead-token', 'token_invalid'],
    [404, 'Not Found', 'dead-token', 'token_invalid'],
    [404, 'Not Found: method not found', 'refused', 'refused'],
    [421, 'Misdirected Request: unallowed token specified', 'refused', 'refused'],

    [400, 'Bad Request: chat_id is empty', 'dead-chat', 'chat_not_found'],
    [400, 'Bad Request: chat not found', 'dead-chat', 'chat_not_found'],
    [400, 'Bad Request: private chat not found', 'dead-chat', 'chat_not_found'],
    [400, 'Bad Request: PEER_ID_INVALID', 'dead-chat', 'chat_not_found'],
    [
      400,
      'Bad Request: group chat was upgraded to a supergroup chat',
      'dead-chat',
      'chat_upgraded',
    ],
    [
      400,
      'Bad Request: not enough rights to send text messages to the chat',
      'dead-chat',
      'bot_without_rights',
    ],
    [400, 'Bad Request: have no write access to the chat', 'dead-chat', 'bot_without_rights'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'dead-chat', 'bot_without_rights'],
    [400, 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', 'dead-chat', 'bot_without_rights'],
    [
      400,
      'Bad Request: need administrator rights in the channel chat',
      'dead-chat',
      'bot_not_admin',
    ],
    [400, 'Bad Request: CHAT_ADMIN_REQUIRED', 'dead-chat', 'bot_not_admin'],
    [403, 'Forbidden: bot was blocked by the user', 'dead-chat', 'bot_blocked'],
    [403, 'Forbidden: user is deactivated', 'dead-chat', 'user_deactivated'],
    [
      403,
      "Forbidden: bot can't initiate conversation with a user",
      'dead-chat',
      'chat_not_started',
    ],
    [403, "Forbidden: the bot can't send messages to the bot", 'dead-chat', 'chat_is_bot'],
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'dead-chat', 'bot_kicked'],
    [403, 'Forbidden: bot is not a member of the channel chat', 'dead-chat', 'bot_not_member'],
    [403, 'Forbidden: the group chat was deleted', 'dead-chat', 'chat_deleted'],
    [403, 'Forbidden: something new', 'dead-chat', 'chat_forbidden'],
    [403, 'Forbidden: message is too long', 'dead-chat', 'chat_forbidden'],

    [
      400,
      'Bad Request: can\'t parse entities: Unsupported start tag "chat not found"',
      'formatting',
      'formatting',
    ],
    [
      400,
      "Bad Request: can't parse MessageEntity: Unsupported type specified",
      'formatting',
      'formatting',
    ],
    [
      400,
      'Bad Request: entity begins after the end of the text at UTF-16 offset 9',
      'formatting',
      'formatting',
    ],
    [
      400,
      'Bad Request: entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 9',
      'formatting',
      'formatting',
    ],
    [400, 'Bad Request: receive an entity with incorrect offset -1', 'formatting', 'formatting'],
    [
      400,
      "Bad Request: entity URL 'http://localhost' is invalid: Wrong HTTP URL",
      'formatting',
      'formatting',
    ],
    [400, 'Bad Request: ENTITY_BOUNDS_INVALID', 'formatting', 'formatting'],

    [400, 'Bad Request: wrong HTTP URL specified', 'preview', 'preview'],
    [400, 'Bad Request: failed to get HTTP URL content', 'preview', 'preview'],
    [400, 'Bad Request: wrong type of the web page content', 'preview', 'preview'],
    [400, 'Bad Request: wrong file identifier/HTTP URL specified', 'preview', 'preview'],
    [400, 'Bad Request: object expected as link preview options', 'preview', 'preview'],

    [400, 'Bad Request: message thread not found', 'dead-topic', 'topic_not_found'],
    [400, 'Bad Request: TOPIC_DELETED', 'dead-topic', 'topic_not_found'],
    [400, 'Bad Request: TOPIC_ID_INVALID', 'dead-topic', 'topic_not_found'],
    [400, 'Bad Request: TOPIC_CLOSED', 'dead-topic', 'topic_closed'],
    [400, 'Bad Request: message text is empty', 'refused', 'message_empty'],
    [400, 'Bad Request: text must be non-empty', 'refused', 'message_empty'],
    [400, 'Bad Request: MESSAGE_EMPTY', 'refused', 'message_empty'],
    [400, 'Bad Request: message is too long', 'refused', 'message_too_long'],
    [400, 'Bad Request: text is too long', 'refused', 'message_too_long'],
    [400, 'Bad Request: unsupported parse_mode', 'refused', 'refused'],
    [400, 'Bad Request: strings must be encoded in UTF-8', 'refused', 'refused'],

    ...[
      'BUTTON_URL_INVALID',
      'BUTTON_COPY_TEXT_INVALID',
      'BUTTON_INVALID',
      'BUTTON_TYPE_INVALID',
      'BUTTON_USER_PRIVACY_RESTRICTED',
      'REPLY_MARKUP_TOO_LONG',
      'REPLY_MARKUP_INVALID',
      'reply markup is too long',
      'object expected as reply markup',
      "can't parse inline keyboard button: invalid button style specified",
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
      "inline keyboard button URL 'ftp://a.b' is invalid: Unsupported URL protocol",
      "inline keyboard button URL 'https://entity_1/chat not found' is invalid: Wrong HTTP URL",
      'inline keyboard button copied text must be encoded in UTF-8',
    ].map(
      text =>
        [400, `Bad Request: ${text}`, 'buttons', 'buttons'] as [
          number,
          string,
          FailureKind,
          string,
        ],
    ),
    [
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      'refused',
      'webhook_active',
    ],
    [
      409,
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      'refused',
      'other_reader',
    ],
  ])('%i %s means %s, %s', (status, description, kind, code) => {
    expect(classify({ status, description })).toMatchObject({ kind, code, description })
  })

  it('gives the flood wait in whole seconds, 5 by default', () => {
    const flood = (retry_after?: number) =>
      classify({
        status: 429,
        description: 'Too Many Requests',
        parameters: { retry_after },
      })
    expect(flood(10_072)).toMatchObject({ kind: 'flood', retryAfter: 10_072 })
    expect(flood(0.2)).toMatchObject({ kind: 'flood', retryAfter: 1 })
    expect(flood()).toMatchObject({ kind: 'flood', retryAfter: 5 })
  })

  it('gives the new id of a group that became a supergroup', () => {
    const description = 'Bad Request: group chat was upgraded to a supergroup chat'
    const parameters = { migrate_to_chat_id: -1001234567890 }
    expect(classify({ status: 400, description, parameters })).toEqual({
      kind: 'migrated',
      code: 'chat_migrated',
      chatId: '-1001234567890',
      description,
    })
  })

  it.each([500, 502, 503])('counts as no answer, in doubt, for status %i', status => {
    expect(classify({ status, description: 'chat not found' })).toMatchObject({
      kind: 'no-answer',
      code: 'server_error',
      doubt: true,
      httpStatus: status,
    })
  })
})

it('gives the address of a refused button when Telegram quotes it', () => {
  const of = (description: string) => classify({ status: 400, description })
  const quoted =
    "Bad Request: inline keyboard button URL 'https://a.b/?q='x'' is invalid: Wrong HTTP URL"
  expect(of(quoted)).toMatchObject({ kind: 'buttons', url: "https://a.b/?q='x'" })
  expect(of('Bad Request: BUTTON_URL_INVALID')).not.toHaveProperty('url')
})
