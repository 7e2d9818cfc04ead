import { expect, it } from 'vitest'
import { drainTime, telegramLimits } from './rate-limits.ts'

it('drains a private chat at one message a second, a group at twenty a minute', () => {
  const minutes = (isGroup: boolean, messages: number) =>
    Math.round(drainTime(telegramLimits(1), { isGroup, messages, ofBot: messages }) / 60_000)
  expect([minutes(false, 600), minutes(true, 600), minutes(true, 0)]).toEqual([10, 31, 0])
  expect(drainTime(telegramLimits(1), { isGroup: true, messages: 20, ofBot: 20 })).toBe(20_600)
})

it('drains a chat at the rate of its bot when the bot has many other messages', () => {
  const chat = { isGroup: false, messages: 10 }
  expect(drainTime(telegramLimits(1), { ...chat, ofBot: 300 })).toBe(10_300)
  expect(drainTime(telegramLimits(1), { ...chat, ofBot: 3_000 })).toBe(103_000)
  expect(drainTime(telegramLimits(1, 300), { ...chat, ofBot: 3_000 })).toBe(10_300)
})
