import { expect, it } from 'vitest'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { checkBots } from './bots.ts'

const simulated = createSimulatedTelegram()

const connections = (count: number, token: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => ({
    id: `c${nth}`,
    name: `Oro ${nth}`,
    token: token(nth),
    chatId: `-${nth + 1}`,
  }))

it('checks 20 of a thousand bots, four at a time', async () => {
  let [running, most, all] = [0, 0, 0]
  const counting: Telegram = {
    ...simulated,
    async getMe(token) {
      running += 1
      all += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      return simulated.getMe(token)
    },
  }
  const findings = await checkBots(
    counting,
    connections(1_000, nth => `${nth + 1}:x`),
  )
  expect([all, most]).toEqual([20, 4])
  expect(findings.at(-1)?.detail).toContain('Quedan 980 bots sin comprobar')
})

it('checks 10 of a bot’s chats, and names the owner of a connection', async () => {
  const findings = await checkBots(
    simulated,
    connections(1_000, () => '7:x').map(one => ({ ...one, owner: 'ana@example.com' })),
  )
  expect(findings).toHaveLength(1 + 10 + 1)
  expect(findings[1]?.what).toBe('@simulado_7_bot en «Oro 0» (ana@example.com)')
  expect(findings.at(-1)?.detail).toBe('Quedan 990 chats sin comprobar.')
  const ofEleven = await checkBots(
    simulated,
    connections(11, () => '7:x'),
  )
  expect(ofEleven.at(-1)?.detail).toBe('Queda 1 chat sin comprobar.')
})

it('lists connections to one chat as one finding', async () => {
  const findings = await checkBots(
    simulated,
    connections(3, () => '7:x').map(one => ({ ...one, chatId: '-5' })),
  )
  expect(findings.map(({ what }) => what)).toEqual([
    '@simulado_7_bot',
    '@simulado_7_bot en «Oro 0» y 2 más',
  ])
})
