// @module-tag server
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BotApi, startBotApi } from './bot-api.ts'
import type { Chat } from './chats.ts'
import type { Fault } from './faults.ts'
import type { Bot } from './methods.ts'

let api: BotApi
let bot: Bot
beforeEach(async () => {
  api = await startBotApi()
  bot = api.addBot()
})
afterEach(() => api.close())

async function call(method: string, parameters: object = {}, token = bot.token) {
  const response = await fetch(`${api.root}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const send = (chat_id: number | string, text = 'hola', more: object = {}) =>
  call('sendMessage', { chat_id, text, ...more })

const refused = (error_code: number, description: string) => ({
  status: error_code,
  body: { ok: false, error_code, description },
})

describe('the Bot API double', () => {
  it('puts a message into its chat and answers with it', async () => {
    api.addChat({
      id: -100,
      type: 'supergroup',
      title: 'Señales',
      isForum: true,
      topics: { 7: 'open' },
    })
    const entities = [{ type: 'bold', offset: 0, length: 4 }]
    const { body } = await send(-100, 'hola', { entities, message_thread_id: 7 })
    expect(body).toMatchObject({
      ok: true,
      result: {
        message_id: 1,
        chat: { id: -100, type: 'supergroup', title: 'Señales', is_forum: true },
        text: 'hola',
        entities,
        message_thread_id: 7,
      },
    })
    expect(api.messages).toMatchObject([
      { token: bot.token, chatId: '-100', messageId: 1, text: 'hola', entities, threadId: 7 },
    ])
  })

  it('keeps buttons, dates and the preview with the message', async () => {
    api.addChat({ id: 1, type: 'private' })
    const inline_keyboard = [[{ text: 'Copiar', copy_text: { text: '1.08' }, style: 'success' }]]
    const date = { type: 'date_time', offset: 0, length: 4, unix_time: 5, date_time_format: 'r' }
    const { body } = await send(1, 'hola', {
      reply_markup: { inline_keyboard },
      entities: [date],
      link_preview_options: { url: 'https://a.b/c.png', prefer_large_media: true },
    })
    expect(body.result).toMatchObject({ reply_markup: { inline_keyboard }, entities: [date] })
    expect(api.messages).toMatchObject([
      {
        buttons: inline_keyboard,
        entities: [date],
        linkPreview: true,
        preview: { url: 'https://a.b/c.png', isLarge: true, isAbove: false },
      },
    ])
  })

  it('numbers the messages of each chat', async () => {
    api.addChat({ id: 1, type: 'private' })
    api.addChat({ id: 2, type: 'private' })
    for (const id of [1, 1, 2, 1]) await send(id)
    expect(api.messages.map(message => [message.chatId, message.messageId])).toEqual([
      ['1', 1],
      ['1', 2],
      ['2', 1],
      ['1', 3],
    ])
  })

  it('knows its bots, takes method names in any case and reads GET', async () => {
    const response = await fetch(`${api.root}/bot${bot.token}/GETME`)
    expect(await response.json()).toMatchObject({ result: { id: bot.id, is_bot: true } })
    expect(await call('getMe', {}, '1:short')).toMatchObject(refused(404, 'Not Found'))
    expect(await call('sendDice')).toMatchObject(refused(404, 'Not Found: method not found'))
    api.revoke(bot.token)
    expect(await call('sendDice')).toMatchObject(refused(401, 'Unauthorized'))
  })

  it('finds public chats by name and rejects unknown chat ids', async () => {
    api.addChat({ id: -1001, type: 'channel', title: 'Canal', username: 'Canal' })
    expect((await call('getChat', { chat_id: '@canal' })).body.result).toEqual({
      id: -1001,
      type: 'channel',
      title: 'Canal',
      username: 'Canal',
    })
    for (const id of [5, 'cinco', '@nadie', '1e3'])
      expect(await send(id)).toMatchObject(refused(400, 'Bad Request: chat not found'))
  })

  it.each<[Chat['type'], Partial<Chat>, number, string]>([
    ['private', { state: 'blocked' }, 403, 'Forbidden: bot was blocked by the user'],
    ['private', { state: 'deactivated' }, 403, 'Forbidden: user is deactivated'],
    [
      'private',
      { state: 'not started' },
      403,
      "Forbidden: bot can't initiate conversation with a user",
    ],
    ['group', { state: 'kicked' }, 403, 'Forbidden: bot was kicked from the group chat'],
    [
      'channel',
      { state: 'not a member' },
      403,
      'Forbidden: bot is not a member of the channel chat',
    ],
    ['group', { state: 'deleted' }, 403, 'Forbidden: the group chat was deleted'],
    [
      'channel',
      { state: 'not an administrator' },
      400,
      'Bad Request: need administrator rights in the channel chat',
    ],
    ['group', { state: 'read only' }, 400, 'Bad Request: have no write access to the chat'],
    [
      'group',
      { state: 'restricted' },
      400,
      'Bad Request: not enough rights to send text messages to the chat',
    ],
    ['supergroup', { isForum: true }, 400, 'Bad Request: message thread not found'],
    ['supergroup', { isForum: true, topics: { 9: 'closed' } }, 400, 'Bad Request: TOPIC_CLOSED'],
  ])('refuses a %s that is %j', async (type, condition, status, description) => {
    api.addChat({ id: 3, type, ...condition })
    expect(await send(3, 'hola', { message_thread_id: 9 })).toMatchObject(
      refused(status, description),
    )
    expect(api.messages).toEqual([])
  })

  it('answers with the new id of a migrated group', async () => {
    api.addChat({ id: -3, type: 'group', migratedTo: -1003 })
    expect((await send(-3)).body).toEqual({
      ok: false,
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -1003 },
    })
  })

  it('checks in the order of the real server', async () => {
    const group = api.addChat({ id: -3, type: 'group', state: 'restricted' })
    const preview = { link_preview_options: null }
    const button = (url: string) => ({ reply_markup: { inline_keyboard: [[{ text: 'x', url }]] } })
    const description = async (parameters: object) =>
      (await call('sendMessage', parameters)).body.description
    expect(await description({})).toBe('Bad Request: message text is empty')
    expect(await description({ text: 'a', thread_id: 7 })).toBe(
      'Bad Request: this double knows no parameter "thread_id"',
    )
    expect(await description({ text: 'a', ...preview })).toBe(
      'Bad Request: object expected as link preview options',
    )
    expect(await description({ text: 'a' })).toBe('Bad Request: chat_id is empty')
    expect(await description({ text: ' ', chat_id: -3, ...button('ftp://a.b') })).toBe(
      "Bad Request: inline keyboard button URL 'ftp://a.b' is invalid: Unsupported URL protocol",
    )
    expect(await description({ text: ' ', chat_id: -3 })).toBe(
      'Bad Request: text must be non-empty',
    )
    group.state = 'open'
    const copy = { reply_markup: { inline_keyboard: [[{ text: 'x', copy_text: { text: '' } }]] } }
    expect(await description({ text: 'a', chat_id: -3, ...copy })).toBe(
      'Bad Request: BUTTON_COPY_TEXT_INVALID',
    )
    const noPage = { link_preview_options: { url: 'http://localhost' } }
    expect(await description({ text: 'a', chat_id: -3, ...noPage })).toBe(
      'Bad Request: WEBPAGE_URL_INVALID',
    )
    expect(await description({ text: 'a', chat_id: -3 })).toBeUndefined()
  })

  it('lets a bot read chats it may not write to, unless it was kicked', async () => {
    const chat = api.addChat({ id: -3, type: 'group', state: 'restricted' })
    expect((await call('getChat', { chat_id: -3 })).status).toBe(200)
    chat.state = 'kicked'
    expect((await call('getChat', { chat_id: -3 })).status).toBe(403)
  })

  it('enforces rate limits when asked to', async () => {
    await api.close()
    api = await startBotApi({ limits: true, speed: 0.001 })
    bot = api.addBot()
    api.addChat({ id: 1, type: 'private' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(1)))
    const flooded = answers.find(({ status }) => status === 429)
    expect(flooded?.body.parameters).toEqual({ retry_after: 1 })
    expect(flooded?.headers.get('retry-after')).toBe('1')
    expect(api.messages).toHaveLength(5)
    api.enforceLimits(false)
    expect((await send(1)).status).toBe(200)
  })

  it('closes its port and opens the same one again', async () => {
    await api.down()
    await expect(call('getMe')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await api.up()
    expect((await call('getMe')).status).toBe(200)
  })

  it('waits for messages and requests, and rejects after its timeout', async () => {
    api.addChat({ id: 1, type: 'private' })
    const arrived = api.waitFor(messages => messages.length === 2)
    await Promise.all([send(1), send(1), arrived])
    await api.waitFor((_, requests) => requests.every(({ status }) => status === 200))
    await expect(api.waitFor(messages => messages.length === 3, 20)).rejects.toThrow(
      'Not reached within 20 ms, after 2 messages and 2 requests',
    )
  })
})

describe('a fault', () => {
  beforeEach(() => {
    api.addChat({ id: 1, type: 'private' })
    api.addChat({ id: 2, type: 'private' })
  })

  it('hits only matching requests, as many times as configured', async () => {
    api.fail({ chatId: 1, method: 'sendMessage', times: 2 }, { kind: 'flood', retryAfter: 9 })
    expect((await send(2)).status).toBe(200)
    expect((await send(1)).body).toMatchObject({ error_code: 429, parameters: { retry_after: 9 } })
    expect((await send(1)).headers.get('retry-after')).toBe('9')
    expect((await send(1)).status).toBe(200)
  })

  it('lasts until it is lifted', async () => {
    const description = 'Internal Server Error: restart'
    const outage = api.fail({ token: bot.token }, { kind: 'refusal', status: 500, description })
    expect(await call('getMe')).toMatchObject(refused(500, description))
    expect((await send(1)).status).toBe(500)
    outage.lift()
    expect((await send(1)).status).toBe(200)
  })

  it('follows the fault scripted before it', async () => {
    api.fail({ times: 1 }, { kind: 'refusal', status: 500, description: 'first' })
    api.fail({ times: 1 }, { kind: 'refusal', status: 502, description: 'second' })
    expect([(await send(1)).status, (await send(1)).status]).toEqual([500, 502])
  })

  it('can be an HTML page of a proxy', async () => {
    api.fail({ times: 1 }, { kind: 'page', status: 502 })
    const response = await fetch(`${api.root}/bot${bot.token}/getMe`)
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('<html>')
  })

  it('can be a delay before a normal answer', async () => {
    api.fail({ times: 1 }, { kind: 'delay', ms: 20 })
    expect((await send(1)).status).toBe(200)
    expect(api.messages).toHaveLength(1)
  })

  it.each<Fault>([{ kind: 'reset' }, { kind: 'cut' }])(
    'can break the connection (%j) before or after the message is stored',
    async fault => {
      api.fail({ times: 1 }, fault)
      await expect(send(1)).rejects.toThrow()
      expect(api.messages).toHaveLength(0)
      api.fail({ times: 1 }, { ...fault, stored: true })
      await expect(send(1)).rejects.toThrow()
      expect(api.messages).toHaveLength(1)
      expect(api.requests).toHaveLength(2)
    },
  )
})
