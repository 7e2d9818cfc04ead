import { describe, expect, it } from 'vitest'
import { botTokenSchema, chatIdSchema } from './connection.ts'
import { copiedTopicId } from './copied-text.ts'

const TOKEN = `123456789:${'A'.repeat(33)}-_`

describe('chatIdSchema', () => {
  it.each([
    ['-1001234567890', '-1001234567890'],
    [' -1001234567890\n', '-1001234567890'],
    ['\u22121001234567890', '-1001234567890'],
    ['\u20131001234567890', '-1001234567890'],
    ['\u2014 1001234567890', '-1001234567890'],
    ['\uff0d\uff11\uff12\uff13', '-123'],
    ['-100 123 456 7890', '-1001234567890'],
    ['-100\u00a01234567890', '-1001234567890'],
    ['\u200b-1001234567890', '-1001234567890'],
    ['-1001234567890\u200e', '-1001234567890'],
    ['\u2066-1001234567890\u2069', '-1001234567890'],
    ['"-1001234567890"', '-1001234567890'],
    ["'-1001234567890',", '-1001234567890'],
    ['«-1001234567890»', '-1001234567890'],
    ['(-1001234567890).', '-1001234567890'],
    ['`-1001234567890`', '-1001234567890'],
    ['Id: -1001234567890', '-1001234567890'],
    ['https://t.me/c/1234567890/5', '-1001234567890'],
    ['t.me/c/1234567890/5/812', '-1001234567890'],
    ['https://t.me/c/1234567890', '-1001234567890'],
    ['https://web.telegram.org/a/#-1001234567890', '-1001234567890'],
    ['https://web.telegram.org/k/#-1234567890', '-1234567890'],
    ['https://web.telegram.org/a/#-1001234567890_5', '-1001234567890'],
    ['-1001234567890_5', '-1001234567890'],
    ['t.me/mesa_btc', '@mesa_btc'],
    ['https://telegram.me/mesa_btc/12', '@mesa_btc'],
    ['https://t.me/s/mesa_btc?before=1', '@mesa_btc'],
    ['tg://resolve?domain=mesa_btc', '@mesa_btc'],
    ['@mesa_btc', '@mesa_btc'],
    ['＠mesa_btc', '@mesa_btc'],
    ['@mesa_btc.', '@mesa_btc'],
    ['987654321', '987654321'],
  ])('reads the chat id in %j', (typed, chatId) => {
    expect(chatIdSchema.parse(typed)).toBe(chatId)
  })

  it.each([
    ['', /./],
    ['123456789 987654321', /^El ID de chat es un número/],
    ['mesa', /^El ID de chat es un número/],
    ['0', /^El ID de chat es un número/],
    ['-', /^El ID de chat es un número/],
    ['12a34', /^El ID de chat es un número/],
    ['-1001234567890 -1009876543210', /^El ID de chat es un número/],
    ['x'.repeat(100_000), /^El ID de chat es un número/],
    ['https://t.me/+AbCdEfGhIjK', /^Un enlace de invitación no dice/],
    ['t.me/joinchat/AbCdEfGhIjK', /^Un enlace de invitación no dice/],
  ])('refuses %j', (typed, message) => {
    expect(chatIdSchema.safeParse(typed).error?.issues[0]?.message).toMatch(message)
  })
})

it.each([
  ['https://t.me/c/1234567890/7/5', 7],
  ['t.me/c/1234567890/7/5?single', 7],
  ['https://web.telegram.org/a/#-1001234567890_5', 5],
  ['-1001234567890_5', 5],
  ['−1001234567890_5.', 5],
  ['t.me/c/1234567890/1/5', null],
  ['t.me/c/1234567890/7', null],
  ['-1001234567890', null],
  ['t.me/mesa_5', null],
])('the topic in %s is %s', (typed, topicId) => {
  expect(copiedTopicId(typed)).toBe(topicId)
})

describe('botTokenSchema', () => {
  it.each([
    TOKEN,
    ` ${TOKEN}\n`,
    `"${TOKEN}"`,
    `\u200b${TOKEN}\u2060`,
    `${TOKEN.slice(0, 20)}\r\n${TOKEN.slice(20)}`,
    `bot${TOKEN}`,
    `https://api.telegram.org/bot${TOKEN}/getMe`,
    `<${TOKEN}>`,
    `${TOKEN}.`,
  ])('reads the token in %j', typed => {
    expect(botTokenSchema.parse(typed)).toBe(TOKEN)
  })

  it.each(['123456789', `${TOKEN} 2`, `${TOKEN} ${TOKEN}`, 'a:b', `x${TOKEN}`])(
    'refuses %j',
    typed => {
      expect(botTokenSchema.safeParse(typed).success).toBe(false)
    },
  )
})
