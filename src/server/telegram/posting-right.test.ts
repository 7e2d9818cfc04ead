// @module-tag server
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BotApi, startBotApi } from '../../../tests/support/bot-api/bot-api.ts'
import { createTelegram } from './client.ts'
import type { Telegram } from './telegram.ts'

let botApi: BotApi
let telegram: Telegram
let token: string

beforeAll(async () => {
  botApi = await startBotApi()
  telegram = createTelegram({ apiRoot: botApi.root })
  token = botApi.addBot().token
})
afterAll(() => botApi.close())

describe('the posting check', () => {
  it.each([
    ['private', 'open', 'may'],
    ['group', 'open', 'may'],
    ['supergroup', 'open', 'may'],
    ['channel', 'open', 'may'],
    ['group', 'restricted', 'bot_without_rights'],
    ['supergroup', 'restricted', 'bot_without_rights'],
    ['supergroup', 'read only', 'bot_without_rights'],
    ['channel', 'read only', 'bot_without_rights'],
    ['channel', 'not an administrator', 'bot_not_admin'],
    ['supergroup', 'kicked', 'bot_kicked'],
    ['group', 'not a member', 'bot_not_member'],
    ['channel', 'not a member', 'bot_not_member'],
  ] as const)('answers for a %s chat that is «%s»: %s', async (type, state, expected) => {
    const { id } = botApi.addChat({ id: nextId(), type, state })
    const answer = await telegram.checkPosting(token, String(id))
    expect(answer.ok ? 'may' : answer.failure.code).toBe(expected)
  })

  it('reports bot_not_member for a public channel that the bot can read', async () => {
    botApi.addChat({ id: nextId(), type: 'channel', state: 'not a member', username: 'abierto' })
    const answer = await telegram.checkPosting(token, '@abierto')
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bot_not_member' } })
  })

  it('reports a missing chat and an invalid token', async () => {
    const missing = await telegram.checkPosting(token, '-999')
    expect(missing).toMatchObject({ ok: false, failure: { code: 'chat_not_found' } })
    const unknown = await telegram.checkPosting(`7000000999:${'X'.repeat(35)}`, '-999')
    expect(unknown).toMatchObject({ ok: false, failure: { code: 'token_invalid' } })
  })

  it('calls only getChat and getChatMember', () => {
    expect(new Set(botApi.requests.map(({ method }) => method))).toEqual(
      new Set(['getchat', 'getchatmember']),
    )
  })
})

it('reports a webhook of another program by its host alone', async () => {
  const bot = botApi.addBot()
  expect(await telegram.getWebhookHost(bot.token)).toEqual({ ok: true, result: null })
  bot.webhook = `https://otro.example.com:8443/${bot.token}`
  expect(await telegram.getWebhookHost(bot.token)).toEqual({
    ok: true,
    result: 'otro.example.com:8443',
  })
})

let ids = -1_000
const nextId = () => ids--
