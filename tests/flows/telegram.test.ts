import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const unknownToken = `7000000999:${'X'.repeat(35)}`

describe('telegram.bot', () => {
  it('names the bot of a typed and of a stored token', async () => {
    const { token, username } = stage.botApi.addBot()
    const connection = await trader.connect(stage.botApi, { telegramBotToken: token })
    const typed = await trader.api.telegram.bot({ botToken: token })
    expect(typed).toMatchObject({ ok: true, bot: { username } })
    expect(await trader.api.telegram.bot({ connectionId: connection.id })).toEqual(typed)
  })

  it('explains a token that Telegram does not know', async () => {
    expect(await trader.api.telegram.bot({ botToken: unknownToken })).toEqual({
      ok: false,
      code: 'token_invalid',
      reason: 'Telegram no reconoce este token. Cópialo otra vez desde @BotFather.',
    })
  })

  it('does not ask Telegram about a token of the wrong shape', async () => {
    const before = stage.botApi.requests.length
    await expect(trader.api.telegram.bot({ botToken: 'abc' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    expect(stage.botApi.requests).toHaveLength(before)
  })

  it('refuses a connection of another account', async () => {
    const connection = await trader.connect(stage.botApi)
    const luis = await signUp(stage, 'luis')
    await expect(luis.api.telegram.bot({ connectionId: connection.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('a stored token that can not be decrypted', () => {
  const text = 'No se pudo leer el token de la conexión'
  let id: string

  beforeAll(async () => {
    ;({ id } = await trader.connect(stage.botApi, { name: 'Dañada' }))
    await stage.app.db
      .updateTable('connections')
      .set({ telegram_bot_token: 'v1.a.b.c' })
      .where('id', '=', id)
      .execute()
  })
  afterAll(() => trader.api.connections.remove({ id }))

  it('is reported by calls for its bot', async () => {
    for (const answer of [
      trader.api.telegram.bot({ connectionId: id }),
      trader.api.telegram.chats({ connectionId: id }),
      trader.api.telegram.chat({ connectionId: id, chatId: '-1' }),
      trader.api.chatLinks.create({ connectionId: id }),
    ])
      await expect(answer).rejects.toMatchObject({
        code: 'TOKEN_UNREADABLE',
        message: expect.stringContaining(text),
      })
  })

  it('is reported by a duplicate of its connection', async () => {
    const { telegramChatId, templateId } = await trader.api.connections.read({ id })
    const copy = { name: 'Copia', telegramChatId, templateId, copyTokenOf: id }
    await expect(trader.api.connections.create(copy)).rejects.toMatchObject({
      code: 'COPIED_TOKEN_UNREADABLE',
    })
  })

  it('is reported by an export, which names its connection', async () => {
    await expect(trader.api.data.exportAll()).rejects.toMatchObject({
      code: 'TOKEN_UNREADABLE',
      message: 'No se pudo leer el token de «Dañada». Guarda otra vez esa conexión y su token.',
    })
  })

  it('is a finding of the diagnosis, beside those of the other bots', async () => {
    const groups = await trader.api.diagnosis.read()
    const { findings = [] } = groups.find(({ title }) => title === 'Bots y chats') ?? {}
    expect(findings[0]).toMatchObject({
      what: 'Bot de «Dañada»',
      state: 'wrong',
      detail: `${text}.`,
      connectionId: id,
    })
    expect(findings.some(({ state }) => state === 'ok')).toBe(true)
  })
})

describe('telegram.chat with an unknown id', () => {
  it.each(['1001234567890', '1234567890', '-1234567890'])(
    'offers the chat that answers instead of %s',
    async chatId => {
      const { token } = stage.botApi.addBot()
      stage.botApi.addChat({ id: -1_001_234_567_890, type: 'supergroup', title: 'Mesa' })
      expect(await trader.api.telegram.chat({ botToken: token, chatId })).toMatchObject({
        ok: false,
        code: 'chat_not_found',
        reason:
          'Ningún chat tiene este ID, pero con -1001234567890 responde «Mesa». Guarda ese ID de chat en la conexión.',
        nearby: { id: '-1001234567890', title: 'Mesa' },
      })
      const saved = await trader.connect(stage.botApi, { telegramBotToken: token })
      await trader.api.connections.update({ id: saved.id, telegramChatId: chatId })
      expect(await trader.api.connections.test({ id: saved.id })).toMatchObject({
        ok: false,
        reason: expect.stringContaining('con -1001234567890 responde «Mesa»'),
      })
      const groups = await trader.api.diagnosis.read()
      expect(JSON.stringify(groups)).toContain('con -1001234567890 responde «Mesa»')
      await trader.api.connections.remove({ id: saved.id })
    },
  )
})

describe('telegram.chats', () => {
  it('lists the chats that the bot has seen, and confirms no update', async () => {
    const bot = stage.botApi.addBot()
    const message = (id: number, title: string) => ({
      update_id: id,
      message: { message_id: id, date: 1, chat: { id: -id, type: 'group', title } },
    })
    bot.updates.push(message(41, 'Señales'), message(42, 'Avisos'))
    const ask = () => trader.api.telegram.chats({ botToken: bot.token })
    expect(await ask()).toMatchObject({
      ok: true,
      chats: [
        { id: '-42', title: 'Avisos', type: 'group' },
        { id: '-41', title: 'Señales', type: 'group' },
      ],
    })
    expect(bot.updates).toHaveLength(2)
  })

  it('explains a webhook of another program, and leaves it alone', async () => {
    const bot = stage.botApi.addBot()
    bot.webhook = 'https://other.example/hook'
    expect(await trader.api.telegram.chats({ botToken: bot.token })).toMatchObject({
      ok: false,
      code: 'webhook_active',
      reason: expect.stringContaining('webhook'),
    })
    expect(bot.webhook).toBe('https://other.example/hook')
  })
})

describe('telegram.chat', () => {
  it('returns the title and the numeric id of a @name', async () => {
    const { token } = stage.botApi.addBot()
    stage.botApi.addChat({
      id: -1_000_000_000_777,
      type: 'channel',
      username: 'macro',
      title: 'Macro',
    })
    expect(await trader.api.telegram.chat({ botToken: token, chatId: '@macro' })).toMatchObject({
      ok: true,
      chat: { id: '-1000000000777', type: 'channel', title: 'Macro' },
    })
  })

  it('reports a chat that the bot does not see', async () => {
    const { token } = stage.botApi.addBot()
    expect(await trader.api.telegram.chat({ botToken: token, chatId: '-12345' })).toMatchObject({
      ok: false,
      code: 'chat_not_found',
    })
  })
})
