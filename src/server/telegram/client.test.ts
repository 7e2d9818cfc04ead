// @module-tag server
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendOptionsSchema } from '#shared/model/connection.ts'
import { type BotApi, startBotApi } from '../../../tests/support/bot-api/bot-api.ts'
import type { Fault } from '../../../tests/support/bot-api/faults.ts'
import type { Bot } from '../../../tests/support/bot-api/methods.ts'
import { selfSigned } from '../../../tests/support/certificate.ts'
import { formsOfSecret, spreadForms } from '../../../tests/support/forms-of-secret.ts'
import { createTelegram } from './client.ts'
import { quotesToken } from './foreign-text.ts'
import type { OutgoingMessage, Telegram } from './telegram.ts'

let api: BotApi
let bot: Bot
let telegram: Telegram
beforeEach(async () => {
  api = await startBotApi()
  bot = api.addBot()
  api.addChat({ id: 42, type: 'private', title: 'Ada' })
  telegram = createTelegram({ apiRoot: api.root })
})
afterEach(() => api.close())

const message: OutgoingMessage = {
  chatId: '42',
  text: 'Señal: BTC_USDT <b>',
  entities: [{ type: 'bold', offset: 0, length: 5 }],
  ...sendOptionsSchema.parse({}),
  isContinuation: false,
}

const refusal = (description: string): Fault => ({
  kind: 'refusal',
  status: 400,
  description: `Bad Request: ${description}`,
})
const asksForTimes = ({ parameters }: BotApi['requests'][number]): boolean =>
  parameters.get('entities')?.includes('date_time') ?? false

describe('sending', () => {
  it('puts text and entities into the chat, literally', async () => {
    const answer = await telegram.sendMessage(bot.token, message)
    const [sent] = api.messages
    expect(sent).toMatchObject({
      text: message.text,
      entities: message.entities,
      linkPreview: true,
    })
    expect(answer).toEqual({
      ok: true,
      result: { messageId: 1, chatId: '42', date: Math.floor((sent?.at ?? 0) / 1000) },
    })
  })

  it('applies the options topic, silence, preview and protection', async () => {
    api.addChat({ id: -1009, type: 'supergroup', isForum: true, topics: { 7: 'open' } })
    await telegram.sendMessage(bot.token, {
      ...message,
      chatId: '-1009',
      topicId: 7,
      silent: true,
      linkPreview: false,
      protectContent: true,
    })
    expect(api.messages).toMatchObject([
      { threadId: 7, silent: true, linkPreview: false, protectedContent: true },
    ])
  })

  it('works for connection tests too', async () => {
    expect(await telegram.sendTest(bot.token, message)).toMatchObject({ ok: true })
    expect(api.messages).toHaveLength(1)
  })

  it('switches the link preview off', async () => {
    await telegram.sendMessage(bot.token, { ...message, linkPreview: false })
    expect(api.messages).toMatchObject([{ linkPreview: false }])
  })

  it('puts buttons under a message, and a picture above or below it', async () => {
    const url = 'https://ejemplo.com/?a=1'
    await telegram.sendMessage(bot.token, {
      ...message,
      buttons: [
        [
          { text: 'Abrir', url },
          { text: 'Copiar', copy: '1.10', style: 'success' },
        ],
      ],
      picture: { url: 'https://a.b/c.png', place: 'above' },
    })
    await telegram.sendMessage(bot.token, {
      ...message,
      picture: { url: 'https://a.b/d.png', place: 'below' },
    })
    const large = { isDisabled: false, isLarge: true, isSmall: false }
    expect(api.messages).toMatchObject([
      {
        buttons: [
          [
            { text: 'Abrir', url },
            { text: 'Copiar', copy_text: { text: '1.10' }, style: 'success' },
          ],
        ],
        preview: { ...large, url: 'https://a.b/c.png', isAbove: true },
      },
      { buttons: [], preview: { ...large, url: 'https://a.b/d.png', isAbove: false } },
    ])
  })

  it('omits the picture when the preview is off', async () => {
    const picture = { url: 'https://a.b/c.png', place: 'above' } as const
    await telegram.sendMessage(bot.token, { ...message, linkPreview: false, picture })
    expect(api.requests.map(({ parameters }) => parameters.get('link_preview_options'))).toEqual([
      '{"is_disabled":true}',
    ])
  })

  it('omits time entities once a server older than Bot API 9.5 has refused one', async () => {
    const bold = { type: 'bold', offset: 0, length: 5 } as const
    const shown = { unix_time: 1_790_000_000, date_time_format: 't' }
    const time = { type: 'date_time', offset: 7, length: 3, ...shown } as const
    const timed: OutgoingMessage = { ...message, entities: [bold, time] }
    api.fail(
      { entity: 'date_time' },
      refusal("can't parse MessageEntity: Unsupported type specified"),
    )
    const atOnce = [1, 2, 3].map(() => telegram.sendMessage(bot.token, timed))
    const answers = [...(await Promise.all(atOnce)), await telegram.sendTest(bot.token, timed)]
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(api.messages.map(({ entities }) => entities)).toEqual(Array(4).fill([bold]))
    expect(api.requests.filter(asksForTimes)).toHaveLength(3)
  })

  it('keeps sending time entities after a refusal of other formatting', async () => {
    const entities = [
      { type: 'date_time', offset: 0, length: 5, unix_time: 1, date_time_format: 'r' },
    ] as const
    api.fail({ times: 1 }, refusal('ENTITY_BOUNDS_INVALID'))
    const first = await telegram.sendMessage(bot.token, { ...message, entities })
    expect(first).toMatchObject({ failure: { kind: 'formatting' } })
    await telegram.sendMessage(bot.token, { ...message, entities })
    expect(api.requests.filter(asksForTimes)).toHaveLength(2)
  })

  it('leaves the continuation flag out of the request', async () => {
    await telegram.sendMessage(bot.token, { ...message, isContinuation: true })
    expect(api.requests.map(({ parameters }) => [...parameters.keys()])).toEqual([
      ['chat_id', 'text', 'entities'],
    ])
  })

  it('repairs half surrogate pairs, which Telegram refuses', async () => {
    await telegram.sendMessage(bot.token, { ...message, text: 'Señal \ud83d' })
    expect(api.messages).toMatchObject([{ text: 'Señal \ufffd' }])
    const url = 'https://example.com/\ud83d'
    const entities = [{ type: 'text_link' as const, offset: 0, length: 5, url }]
    await telegram.sendMessage(bot.token, { ...message, entities })
    expect(api.messages[1]?.entities).toEqual([{ ...entities[0], url: url.toWellFormed() }])
  })

  it('keeps text that looks like an escaped surrogate', async () => {
    const text = String.raw`C:\udd \ud83d \\ud83d 🔔`
    await telegram.sendMessage(bot.token, { ...message, text })
    expect(api.messages).toMatchObject([{ text }])
  })

  it('accepts an address with a slash at its end', async () => {
    const other = createTelegram({ apiRoot: `${api.root}/` })
    expect(await other.sendMessage(bot.token, message)).toMatchObject({ ok: true })
  })

  it('answers with the numeric id of a chat given by name', async () => {
    api.addChat({ id: -1005, type: 'channel', username: 'canal' })
    expect(await telegram.sendMessage(bot.token, { ...message, chatId: '@canal' })).toMatchObject({
      result: { chatId: '-1005' },
    })
  })
})

describe('asking', () => {
  it('returns the bot of a token', async () => {
    expect(await telegram.getMe(bot.token)).toEqual({
      ok: true,
      result: { id: String(bot.id), username: bot.username, name: bot.name },
    })
  })

  it('returns the type, title and forum flag of a chat', async () => {
    api.addChat({ id: -1005, type: 'supergroup', title: 'Foro', isForum: true })
    expect(await telegram.getChat(bot.token, '-1005')).toEqual({
      ok: true,
      result: { id: '-1005', type: 'supergroup', title: 'Foro', isForum: true },
    })
  })

  it('shows names on one line of at most 128 characters, else username or id', async () => {
    bot.name = 'Mi\u202e bot\n'
    expect(await telegram.getMe(bot.token)).toMatchObject({ result: { name: 'Mi bot' } })
    bot.name = '\u202e'
    expect(await telegram.getMe(bot.token)).toMatchObject({ result: { name: bot.username } })
    const chat = api.addChat({ id: -1006, type: 'group', title: 'x'.repeat(10_000) })
    const title = async () => {
      const answer = await telegram.getChat(bot.token, '-1006')
      return answer.ok ? answer.result.title : answer
    }
    expect(await title()).toHaveLength(128)
    chat.title = ' \r\n'
    expect(await title()).toBe('-1006')
  })

  it('rejects an answer with the token in a name', async () => {
    const { token } = api.addBot('7000000009:AAF0bcdefGhijk-lmnoPqrs_tuv7wxyZ123')
    api.addChat({ id: -1006, type: 'group', title: `Grupo ${encodeURIComponent(token)}` })
    const answer = await telegram.getChat(token, '-1006')
    expect(answer).toMatchObject({ failure: { code: 'not_bot_api' } })
    expect(quotesToken(JSON.stringify(answer), token)).toBe(false)
  })

  it('lists the chats of a bot’s updates without confirming them', async () => {
    const chat = { id: 42, type: 'private', first_name: 'Ada' }
    bot.updates.push({ update_id: 9, message: { chat } })
    const seen = { ok: true, result: [{ id: '42', type: 'private', title: 'Ada', isForum: false }] }
    expect(await telegram.getUpdates(bot.token)).toEqual(seen)
    expect(await telegram.getUpdates(bot.token)).toEqual(seen)
    bot.webhook = 'https://example.com/hook'
    expect(await telegram.getUpdates(bot.token)).toMatchObject({
      failure: { kind: 'refused', code: 'webhook_active' },
    })
  })
})

describe('a refusal', () => {
  it('is classified as dead chat, migration, flood wait or dead token', async () => {
    const chat = api.addChat({ id: -7, type: 'group', state: 'kicked' })
    const send = () => telegram.sendMessage(bot.token, { ...message, chatId: '-7' })
    expect(await send()).toMatchObject({ failure: { kind: 'dead-chat', code: 'bot_kicked' } })
    chat.migratedTo = -1007
    expect(await send()).toMatchObject({ failure: { kind: 'migrated', chatId: '-1007' } })
    api.fail({ times: 1 }, { kind: 'flood', retryAfter: 37 })
    expect(await send()).toMatchObject({ failure: { kind: 'flood', retryAfter: 37 } })
    api.revoke(bot.token)
    expect(await send()).toMatchObject({ failure: { kind: 'dead-token' } })
  })

  it.each(['', 'mal', '../../etc', '1:a?b#c', 'a b\ud83d'])(
    'is reported as a dead token for the malformed token %j',
    async token => {
      expect(await telegram.getMe(token)).toMatchObject({ failure: { kind: 'dead-token' } })
    },
  )

  it('never shows the token, nor more than 300 characters', async () => {
    const description = `Bad Request: ${bot.token} ${'word '.repeat(80)}`
    api.fail({}, { kind: 'refusal', status: 400, description })
    const answer = await telegram.getMe(bot.token)
    expect(answer).toMatchObject({ failure: { kind: 'refused' } })
    expect(JSON.stringify(answer)).not.toContain(bot.token)
    expect(answer.ok ? '' : answer.failure.description).toHaveLength(300)
  })

  it.each(Object.keys({ ...formsOfSecret(''), ...spreadForms('') }))(
    'hides the token %s and is still classified',
    async name => {
      const { token } = api.addBot('7000000009:AAF0bcdefGhijk-lmnoPqrs_tuv7wxyZ123')
      const secret = token.slice(token.indexOf(':') + 1)
      const form = { ...formsOfSecret(secret), ...spreadForms(secret) }[name]
      const description = `Bad Request: chat not found at ${form}`
      api.fail({}, { kind: 'refusal', status: 400, description })
      const answer = await telegram.getMe(token)
      expect(answer).toMatchObject({ failure: { code: 'chat_not_found' } })
      expect(quotesToken(JSON.stringify(answer), token)).toBe(false)
    },
  )
})

describe('no answer', () => {
  const send = () => telegram.sendMessage(bot.token, message)
  const inDoubt = (code: string, httpStatus?: number) => ({
    ok: false,
    failure: { kind: 'no-answer', code, doubt: true, ...(httpStatus && { httpStatus }) },
  })

  it.each<[Fault, string, number]>([
    [{ kind: 'page', status: 502 }, 'server_error', 502],
    [{ kind: 'refusal', status: 502, description: 'Bad Gateway' }, 'server_error', 502],
    [{ kind: 'page', status: 200 }, 'not_bot_api', 200],
    [{ kind: 'page', status: 403 }, 'not_bot_api', 403],
    [{ kind: 'page', status: 404 }, 'not_bot_api', 404],
    [{ kind: 'page', status: 429 }, 'not_bot_api', 429],
  ])('is reported for the fault %j', async (fault, code, status) => {
    api.fail({}, fault)
    expect(await send()).toMatchObject(inDoubt(code, status))
  })

  it('is reported for an answer that is too large', async () => {
    api.fail({}, { kind: 'refusal', status: 400, description: 'x'.repeat(1024 * 1024) })
    expect(await send()).toMatchObject(inDoubt('not_bot_api', 400))
  })

  it('is reported for a redirect, which is not followed', async () => {
    await using elsewhere = await startBotApi()
    elsewhere.addBot(bot.token)
    const location = `${elsewhere.root}/bot${bot.token}/sendMessage`
    api.fail({}, { kind: 'page', status: 307, location })
    expect(await send()).toMatchObject(inDoubt('not_bot_api', 307))
    expect(elsewhere.requests).toEqual([])
  })

  it('is reported for an answer that breaks off, though the message arrived', async () => {
    api.fail({}, { kind: 'cut', stored: true })
    expect(await send()).toMatchObject(inDoubt('connection_lost', 200))
    expect(api.messages).toHaveLength(1)
  })

  it.each([true, false])(
    'is reported for a reset connection (stored: %s), without a retry',
    async stored => {
      await send()
      api.fail({}, { kind: 'reset', stored })
      expect(await send()).toMatchObject(inDoubt('connection_lost'))
      expect(api.requests).toHaveLength(2)
    },
  )

  it('is reported for a request that hangs longer than the timeout', async () => {
    telegram = createTelegram({ apiRoot: api.root, timeoutMs: 50 })
    api.fail({}, { kind: 'hang' })
    expect(await send()).toMatchObject(inDoubt('timeout'))
  })

  it('is reported as unsent for a host that refuses or does not exist', async () => {
    const unreachable = { failure: { kind: 'no-answer', code: 'unreachable', doubt: false } }
    await api.down()
    expect(await send()).toMatchObject(unreachable)
    const impossibleName = 'a'.repeat(64)
    telegram = createTelegram({ apiRoot: `http://${impossibleName}.invalid` })
    expect(await send()).toMatchObject(unreachable)
  })

  it.each([
    ['a certificate that nobody knows', selfSigned('localhost', 60)],
    ['a certificate that has ended', selfSigned('localhost', -3)],
  ])('is reported as unsent for %s', async (_what, certificate) => {
    const requests: unknown[] = []
    const server = createSecureServer(certificate, request => requests.push(request))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    telegram = createTelegram({ apiRoot: `https://localhost:${port}` })
    const answer = await send()
    server.close()
    expect(answer).toMatchObject({
      failure: { kind: 'no-answer', code: 'bad_certificate', doubt: false },
    })
    expect(requests).toEqual([])
  })

  it('is reported as unsent for a proxy that refuses the tunnel', async () => {
    const server = createServer().on('connect', (_, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const proxy = `http://127.0.0.1:${port}`
    telegram = createTelegram({ apiRoot: 'https://telegram.test', proxy })
    const answer = await send()
    server.close()
    expect(answer).toMatchObject({
      failure: { code: 'proxy_refused', doubt: false, description: 'ERR_PROXY_TUNNEL' },
    })
  })

  it('is reported as unsent for a TLS handshake that breaks off', async () => {
    const server = createNetServer(socket => void socket.once('data', () => socket.destroy()))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    telegram = createTelegram({ apiRoot: `https://localhost:${port}` })
    const answer = await send()
    server.close()
    expect(answer).toMatchObject({ failure: { code: 'unreachable', doubt: false } })
  })

  it('ends once the host listens again', async () => {
    await send()
    await api.down()
    await send()
    await api.up()
    expect(await send()).toMatchObject({ ok: true })
  })

  it('hides the token', async () => {
    api.fail({}, { kind: 'reset' })
    expect(JSON.stringify(await send())).not.toContain(bot.token)
    telegram = createTelegram({ apiRoot: 'not an address' })
    expect(JSON.stringify(await send())).not.toContain(bot.token)
  })
})

describe('reading updates', () => {
  const wanted = { offset: 0, limit: 100, wait: 0, signal: new AbortController().signal }
  const text = (chars: number) => ({
    message: {
      message_id: 1,
      date: 7,
      chat: { id: 42, type: 'private' as const, first_name: 'Ada' },
      text: '🔔'.repeat(chars),
    },
  })

  it('confirms updates before the offset, and asks for Telegram’s default types', async () => {
    bot.updates.push({ update_id: 5, ...text(1) }, { update_id: 6, ...text(1) })
    expect(await telegram.readUpdates(bot.token, wanted)).toMatchObject({
      ok: true,
      result: [{ id: 5 }, { id: 6 }],
    })
    expect(bot.updates).toHaveLength(2)
    expect(await telegram.readUpdates(bot.token, { ...wanted, offset: 6 })).toMatchObject({
      ok: true,
      result: [{ id: 6 }],
    })
    expect(bot.updates).toHaveLength(1)
    expect(api.requests.at(-1)?.parameters.get('allowed_updates')).toBe('[]')
  })

  it('ends when its signal aborts', async () => {
    const giveUp = new AbortController()
    const reading = telegram.readUpdates(bot.token, { ...wanted, wait: 50, signal: giveUp.signal })
    await expect.poll(() => bot.poll).not.toBeNull()
    giveUp.abort()
    expect(await reading).toMatchObject({ ok: false, failure: { kind: 'no-answer' } })
    await expect.poll(() => bot.poll).toBeNull()
  })

  it('removes a webhook and keeps pending updates', async () => {
    bot.webhook = 'https://other.example/hook'
    bot.updates.push({ update_id: 5, ...text(1) })
    expect(await telegram.deleteWebhook(bot.token)).toEqual({ ok: true, result: true })
    expect([bot.webhook, bot.updates.length]).toEqual(['', 1])
  })
})
