import { describe, expect, it } from 'vitest'
import type { Bot, Chat } from '#shared/model/telegram.ts'
import { botHint, chatHint, isTokenUnknown, noChatsText, topicHint } from './field-hints.ts'

const bot: Bot = { id: '123456789', username: 'senales_btc_bot', name: 'Señales BTC' }
const channel: Chat = {
  id: '-1001847362915',
  type: 'channel',
  title: 'Señales BTC',
  isForum: false,
}
const refusal = (code: string) => ({ ok: false as const, code, reason: 'Por algo.' })

describe('the hint of the token', () => {
  it('names the bot', () => {
    expect(botHint({ ok: true, bot })).toEqual({
      tone: 'ok',
      text: 'Bot: Señales BTC (@senales_btc_bot)',
    })
    expect(botHint({ ok: true, bot: { ...bot, username: null } }).text).toBe('Bot: Señales BTC')
  })

  it('is an error if Telegram does not know the token', () => {
    expect(botHint(refusal('token_invalid'))).toEqual({ tone: 'bad', text: 'Por algo.' })
    expect(isTokenUnknown(refusal('token_invalid'))).toBe(true)
  })

  it('is a warning if the token is not at fault', () => {
    expect(botHint(refusal('unreachable'))).toEqual({ tone: 'warn', text: 'Por algo.' })
    expect(isTokenUnknown(refusal('unreachable'))).toBe(false)
    expect(isTokenUnknown({ ok: true })).toBe(false)
    expect(isTokenUnknown(undefined)).toBe(false)
  })
})

describe('the hint of the chat id', () => {
  it.each([
    ['private', 'Chat privado «Señales BTC»'],
    ['group', 'Grupo «Señales BTC»'],
    ['supergroup', 'Supergrupo «Señales BTC»'],
    ['channel', 'Canal «Señales BTC»'],
  ] as const)('names a chat of the type %s', (type, text) => {
    const answer = { ok: true as const, chat: { ...channel, type } }

    expect(chatHint(answer, channel.id)).toEqual({ tone: 'ok', text })
  })

  it('mentions the topics of a forum', () => {
    const forum: Chat = { ...channel, type: 'supergroup', isForum: true }

    expect(chatHint({ ok: true, chat: forum }, forum.id).text).toBe(
      'Supergrupo con temas «Señales BTC»',
    )
  })

  it('has the numeric id of a chat that was entered by name', () => {
    expect(chatHint({ ok: true, chat: channel }, '@senales_btc').id).toBe('-1001847362915')
  })

  it('shows a refusal of Telegram as a warning', () => {
    expect(chatHint(refusal('chat_not_found'), '@senales_btc')).toEqual({
      tone: 'warn',
      text: 'Por algo.',
    })
  })
})

describe('the hint of the topic', () => {
  const forum: Chat = { ...channel, type: 'supergroup', isForum: true }

  it('mentions «General» for a forum without a topic', () => {
    expect(topicHint(forum, '')?.text).toMatch(/«General»/)
    expect(topicHint(forum, '42')).toBeUndefined()
  })

  it('warns if the chat has no topics', () => {
    expect(topicHint(channel, '42')?.tone).toBe('warn')
    expect(topicHint(channel, '')).toBeUndefined()
  })

  it('is absent while the chat is unknown', () => {
    expect(topicHint(undefined, '42')).toBeUndefined()
  })
})

it('gives the command that connects a chat, with the username of the bot', () => {
  expect(noChatsText(bot)).toContain('escribe /start@senales_btc_bot, y')
  expect(noChatsText({ ...bot, username: null })).toContain('escribe /start@su_bot, y')
  expect(noChatsText(undefined)).toContain('escribe /start@su_bot, y')
})
