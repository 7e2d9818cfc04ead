import { z } from 'zod'
import { clock } from '#server/base/clock.ts'
import type { MessageButton } from '#shared/message/composed-message.ts'
import type { MessageEntity } from '#shared/message/rich-message.ts'
import type { SendOptions } from '#shared/model/connection.ts'
import { chatIdentity, chatsInUpdates } from './chats.ts'
import { classify, type Failure } from './failures.ts'
import { quotesToken, repeatableError, repeatableName } from './foreign-text.ts'
import {
  type Connect,
  createPostJson,
  type PostJson,
  type Reply,
  RequestError,
} from './post-json.ts'
import { chatMember, chatWithPermissions, refusalToPost } from './posting-right.ts'
import type { OutgoingMessage, SentMessage, Telegram, TelegramResponse } from './telegram.ts'
import { botUpdates } from './updates.ts'

/** The Bot API over HTTP. No token is ever part of a failure. */
export function createTelegram(options: {
  apiRoot: string
  timeoutMs?: number
  /** Address of the proxy to the Bot API; undefined: no proxy. */
  proxy?: string | undefined
  /** Opens each HTTP connection; left out: Node's agent opens them. */
  connect?: Connect
}): Telegram {
  const { timeoutMs = 20_000 } = options
  const apiRoot = options.apiRoot.replace(/\/+$/, '')
  let post: PostJson | undefined
  /** False once the server has refused `date_time` entities: one's own server may be older than Bot API 9.5. */
  let knowsTimes = true

  async function call<T>(
    token: string,
    method: string,
    parameters: Fields,
    result: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<TelegramResponse<T>> {
    try {
      // Redirects are not followed: the address holds the token and would go to another host.
      post ??= createPostJson(apiRoot, timeoutMs, options)
      const path = `/bot${pathSegment(token)}/${method}`
      const reply = await post(path, requestBody(parameters), signal)
      return readReply(reply, result, token)
    } catch (error) {
      return { ok: false, failure: networkFailure(error) }
    }
  }

  /** Omits `date_time` entities for a server that does not know them: the text alone shows the times. */
  async function sendMessage(
    token: string,
    message: OutgoingMessage,
  ): Promise<TelegramResponse<SentMessage>> {
    if (!message.entities.some(isTime)) return send(token, message)
    if (knowsTimes) {
      const answer = await send(token, message)
      if (answer.ok || !UNKNOWN_ENTITY.test(answer.failure.description)) return answer
      knowsTimes = false
    }
    return send(token, {
      ...message,
      entities: message.entities.filter(entity => !isTime(entity)),
    })
  }

  async function send(
    token: string,
    message: OutgoingMessage,
  ): Promise<TelegramResponse<SentMessage>> {
    const parameters = {
      chat_id: message.chatId,
      text: message.text,
      entities: message.entities,
      reply_markup: keyboard(message.buttons),
      link_preview_options: linkPreview(message),
      ...optionParameters(message),
    }
    const answer = await call(token, 'sendMessage', parameters, sentMessage)
    if (!answer.ok) return answer
    const { message_id, chat, date } = answer.result
    return {
      ok: true,
      result: { messageId: message_id, chatId: chat?.id ?? message.chatId, date },
    }
  }

  /** Discards answers that contain the token, because names are shown verbatim. */
  async function ask<T>(...asked: Parameters<typeof call<T>>): Promise<TelegramResponse<T>> {
    const answer = await call(...asked)
    const [token] = asked
    if (!answer.ok || !quotesToken(JSON.stringify(answer.result), token)) return answer
    return { ok: false, failure: notBotApi(200) }
  }

  return {
    simulated: false,
    sendMessage,
    sendTest: sendMessage,
    getMe: token => ask(token, 'getMe', {}, botIdentity),
    getChat: (token, chatId) => ask(token, 'getChat', { chat_id: chatId }, chatIdentity),
    async checkPosting(token, chatId) {
      const seen = await ask(token, 'getChat', { chat_id: chatId }, chatWithPermissions)
      if (!seen.ok) return seen
      const { chat } = seen.result
      if (chat.type === 'private') return { ok: true, result: chat }
      const self = { chat_id: chatId, user_id: Number.parseInt(token, 10) }
      const member = await ask(token, 'getChatMember', self, chatMember)
      if (!member.ok) return member
      const refusal = refusalToPost(seen.result, member.result)
      return refusal ? { ok: false, failure: classify(refusal) } : { ok: true, result: chat }
    },
    getWebhookHost: token => ask(token, 'getWebhookInfo', {}, webhookHost),
    getUpdates: token =>
      ask(token, 'getUpdates', {}, z.array(z.unknown()).transform(chatsInUpdates)),
    readUpdates(token, { offset, limit, wait, signal }) {
      // Without `allowed_updates`, a list set by another program would stay in force; an empty list includes all types
      // needed here.
      const wanted = { offset, limit, timeout: wait, allowed_updates: [] }
      return ask(token, 'getUpdates', wanted, botUpdates, signal)
    },
    deleteWebhook: token => ask(token, 'deleteWebhook', {}, z.literal(true)),
  }
}

const isTime = ({ type }: MessageEntity): boolean => type === 'date_time'

const UNKNOWN_ENTITY = /can't parse MessageEntity: Unsupported type/i

/** Undefined fields are omitted. Without `null`, which the server reads as the text "null". */
type Fields = Record<string, string | number | true | object | undefined>

/** Undefined options are omitted: Telegram's own default applies. */
const optionParameters = (options: SendOptions) => ({
  message_thread_id: options.topicId ?? undefined,
  disable_notification: options.silent || undefined,
  protect_content: options.protectContent || undefined,
})

/** `link_preview_options`; undefined: Telegram's default. The picture's URL need not occur in the text. */
function linkPreview({ linkPreview, picture }: OutgoingMessage): object | undefined {
  if (!linkPreview) return { is_disabled: true }
  if (!picture) return undefined
  const isAbove = picture.place === 'above'
  return {
    url: picture.url,
    prefer_large_media: true,
    ...(isAbove && { show_above_text: true }),
  }
}

/** Undefined without buttons, rather than an empty keyboard. */
const keyboard = (rows: OutgoingMessage['buttons'] = []): object | undefined =>
  rows.length === 0 ? undefined : { inline_keyboard: rows.map(row => row.map(keyboardButton)) }

const keyboardButton = ({ text, style, ...button }: MessageButton): object => ({
  text,
  ...('url' in button ? { url: button.url } : { copy_text: { text: button.copy } }),
  ...(style && { style }),
})

const botIdentity = z
  .object({ id: z.number(), first_name: z.string(), username: z.string().optional() })
  .transform(bot => {
    const id = String(bot.id)
    const username = bot.username && /^\w{1,64}$/.test(bot.username) ? bot.username : null
    return { id, username, name: repeatableName(bot.first_name) || username || id }
  })

/** Host only: the path may contain a token or another secret. */
const webhookHost = z
  .object({ url: z.string() })
  .transform(({ url }) => (url === '' ? null : (URL.parse(url)?.host ?? '?')))

// Only the id is required, so that an odd detail never turns a sent message into a failed one.
const sentMessage = z.object({
  message_id: z.number(),
  chat: z
    .object({ id: z.number().transform(String) })
    .optional()
    .catch(undefined),
  date: z.number().catch(() => Math.floor(clock.now() / 1000)),
})

const responseSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.number(),
    description: z.string().catch(''),
    parameters: z
      .object({
        retry_after: z.number().optional().catch(undefined),
        migrate_to_chat_id: z.number().optional().catch(undefined),
      })
      .catch({}),
  }),
])

/** Escapes a mistyped token, so that it cannot address another path. */
function pathSegment(token: string): string {
  return encodeURIComponent(token.toWellFormed()).replaceAll('%3A', ':')
}

/** JSON with lone surrogates replaced: the server refuses text that is not well-formed. */
function requestBody(parameters: Fields): string {
  const body = JSON.stringify(parameters)
  // A lone surrogate is written as `\\ud83d`; a backslash before these letters matches too.
  if (!body.includes('\\ud')) return body
  return JSON.stringify(parameters, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

function readReply<T>(
  { status, text }: Reply,
  result: z.ZodType<T>,
  token: string,
): TelegramResponse<T> {
  const answer = responseSchema.safeParse(parseJson(text)).data
  if (answer?.ok && status === 200) {
    const read = result.safeParse(answer.result)
    if (read.success) return { ok: true, result: read.data }
  }
  if (answer?.ok === false && answer.error_code === status) {
    const { description, parameters } = answer
    const failure = classify({ status, description, parameters })
    return { ok: false, failure: { ...failure, description: repeatableError(description, token) } }
  }
  return { ok: false, failure: notBotApi(status) }
}

const notBotApi = (status: number): Failure => ({
  kind: 'no-answer',
  code: status >= 500 ? 'server_error' : 'not_bot_api',
  doubt: true,
  httpStatus: status,
  description: `HTTP ${status}`,
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Node's error codes for invalid certificates. */
const BAD_CERTIFICATE =
  /CERT|^CRL_|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/

function codeOfUnsent(network: string) {
  if (BAD_CERTIFICATE.test(network)) return 'bad_certificate'
  return network === 'ERR_PROXY_TUNNEL' ? 'proxy_refused' : 'unreachable'
}

function networkFailure(error: unknown): Failure {
  const { isTimeout, isStale, neverLeft, status, cause } =
    error instanceof RequestError
      ? error
      : { isTimeout: false, isStale: false, neverLeft: true, status: undefined, cause: undefined }
  return {
    kind: 'no-answer',
    code: neverLeft ? codeOfUnsent(codeOf(cause) ?? '') : isTimeout ? 'timeout' : 'connection_lost',
    doubt: !neverLeft,
    ...(isStale && { isStale }),
    ...(status !== undefined && { httpStatus: status }),
    // Not the error's message, which may quote the address with the token.
    description: isTimeout ? 'timeout' : (codeOf(cause) ?? 'network error'),
  }
}

function codeOf(cause: unknown): string | undefined {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}
