import { describe, expect, it } from 'vitest'
import { botSource, chatSource } from './bot-source.ts'

const token = `123456789:${'A'.repeat(35)}`

describe('the bot to ask about', () => {
  it('is the bot of the typed token, also when a connection is edited', () => {
    expect(botSource(token, undefined)).toEqual({ botToken: token })
    expect(botSource(token, 'c1')).toEqual({ botToken: token })
  })

  it('is the bot of the edited connection while no token is typed', () => {
    expect(botSource('', 'c1')).toEqual({ connectionId: 'c1' })
  })

  it('is undefined without a token or connection, and for a malformed token', () => {
    expect(botSource('', undefined)).toBeUndefined()
    expect(botSource('123456789:AAE', undefined)).toBeUndefined()
    expect(botSource('123456789:AAE', 'c1')).toBeUndefined()
  })
})

describe('the chat to ask about', () => {
  it('is the typed chat, without the spaces around it', () => {
    expect(chatSource({ connectionId: 'c1' }, ' @macro_al_dia ')).toEqual({
      connectionId: 'c1',
      chatId: '@macro_al_dia',
    })
  })

  it('is undefined without a bot or with a malformed id', () => {
    expect(chatSource(undefined, '-1001847362915')).toBeUndefined()
    expect(chatSource({ botToken: token }, '')).toBeUndefined()
    expect(chatSource({ botToken: token }, 'mi canal')).toBeUndefined()
  })
})
