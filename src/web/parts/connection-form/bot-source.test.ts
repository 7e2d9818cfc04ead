import { describe, expect, it } from 'vitest'
import { botSource, chatSource } from './bot-source.ts'

const token = `123456789:${'A'.repeat(35)}`

describe('the bot to ask about', () => {
  it('is the one whose token was typed, also when a connection is edited', () => {
    expect(botSource(token, undefined)).toEqual({ botToken: token })
    expect(botSource(token, 'c1')).toEqual({ botToken: token })
  })

  it('is the edited connection’s own as long as no token is typed', () => {
    expect(botSource('', 'c1')).toEqual({ connectionId: 'c1' })
  })

  it('is none while the token has not the shape of one', () => {
    expect(botSource('', undefined)).toBeUndefined()
    expect(botSource('123456789:AAE', undefined)).toBeUndefined()
    expect(botSource('123456789:AAE', 'c1')).toBeUndefined()
  })
})

describe('the chat to ask about', () => {
  it('is the typed one, without the spaces around it', () => {
    expect(chatSource({ connectionId: 'c1' }, ' @macro_al_dia ')).toEqual({
      connectionId: 'c1',
      chatId: '@macro_al_dia',
    })
  })

  it('is none without a bot, and none while the id has not the shape of one', () => {
    expect(chatSource(undefined, '-1001847362915')).toBeUndefined()
    expect(chatSource({ botToken: token }, '')).toBeUndefined()
    expect(chatSource({ botToken: token }, 'mi canal')).toBeUndefined()
  })
})
