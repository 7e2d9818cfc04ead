import { expect, it } from 'vitest'
import { drainTime, telegramLimits } from './rate-limits.ts'

it('a chat takes about a second a message, a group twenty a minute', () => {
  const minutes = (isGroup: boolean, messages: number) =>
    Math.round(drainTime(telegramLimits(1), { isGroup, messages }) / 60_000)
  expect([minutes(false, 600), minutes(true, 600), minutes(true, 0)]).toEqual([10, 31, 0])
  expect(drainTime(telegramLimits(1), { isGroup: true, messages: 20 })).toBe(20_600)
})
