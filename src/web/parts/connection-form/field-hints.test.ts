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

describe('below the token', () => {
  it('stands whose it is', () => {
    expect(botHint({ ok: true, bot })).toEqual({
      tone: 'ok',
      text: 'Bot: Señales BTC (@senales_btc_bot)',
    })
    expect(botHint({ ok: true, bot: { ...bot, username: null } }).text).toBe('Bot: Señales BTC')
  })

  it('stands as an error that Telegram does not know it', () => {
    expect(botHint(refusal('token_invalid'))).toEqual({ tone: 'bad', text: 'Por algo.' })
    expect(isTokenUnknown(refusal('token_invalid'))).toBe(true)
  })

  it('stands as a warning what is not the token’s fault', () => {
    expect(botHint(refusal('unreachable'))).toEqual({ tone: 'warn', text: 'Por algo.' })
    expect(isTokenUnknown(refusal('unreachable'))).toBe(false)
    expect(isTokenUnknown({ ok: true })).toBe(false)
    expect(isTokenUnknown(undefined)).toBe(false)
  })
})

describe('below the chat id', () => {
  it.each([
    ['private', 'Chat privado «Señales BTC»'],
    ['group', 'Grupo «Señales BTC»'],
    ['supergroup', 'Supergrupo «Señales BTC»'],
    ['channel', 'Canal «Señales BTC»'],
  ] as const)('stands which %s it is', (type, text) => {
    const answer = { ok: true as const, chat: { ...channel, type } }

    expect(chatHint(answer, channel.id)).toEqual({ tone: 'ok', text })
  })

  it('stands that it has topics', () => {
    const forum: Chat = { ...channel, type: 'supergroup', isForum: true }

    expect(chatHint({ ok: true, chat: forum }, forum.id).text).toBe(
      'Supergrupo con temas «Señales BTC»',
    )
  })

  it('stands the number of a chat that was asked for by its name', () => {
    expect(chatHint({ ok: true, chat: channel }, '@senales_btc').id).toBe('-1001847362915')
  })

  it('stands as a warning what Telegram has against it', () => {
    expect(chatHint(refusal('chat_not_found'), '@senales_btc')).toEqual({
      tone: 'warn',
      text: 'Por algo.',
    })
  })
})

describe('below the topic', () => {
  const forum: Chat = { ...channel, type: 'supergroup', isForum: true }

  it('stands where a forum is written to without one', () => {
    expect(topicHint(forum, '')?.text).toMatch(/«General»/)
    expect(topicHint(forum, '42')).toBeUndefined()
  })

  it('stands as a warning that the chat has none', () => {
    expect(topicHint(channel, '42')?.tone).toBe('warn')
    expect(topicHint(channel, '')).toBeUndefined()
  })

  it('says nothing as long as the chat is not known', () => {
    expect(topicHint(undefined, '42')).toBeUndefined()
  })
})

it('tells a bot without chats by its name how to get one', () => {
  expect(noChatsText(bot)).toContain('escribe /start@senales_btc_bot, y')
  expect(noChatsText({ ...bot, username: null })).toContain('escribe /start@su_bot, y')
  expect(noChatsText(undefined)).toContain('escribe /start@su_bot, y')
})
