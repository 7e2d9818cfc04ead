import { setTimeout as wait } from 'node:timers/promises'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import type { OutgoingMessage, Telegram } from '#server/telegram/telegram.ts'
import { CLOSED_CHAT } from './demo-connections.ts'
import { between } from './random.ts'
import { kickedOut } from './troubles.ts'

const refused = { ok: false, failure: kickedOut } as const

/** The product's simulation, as slow as Telegram, with a chat that the bot was removed from. */
export function createDemoTelegram(): Telegram {
  const simulated = createSimulatedTelegram()
  const isClosed = ({ chatId }: OutgoingMessage) => chatId === CLOSED_CHAT
  return {
    ...simulated,
    async sendMessage(token, message) {
      await wait(between(Math.random, 300, 800))
      return isClosed(message) ? refused : simulated.sendMessage(token, message)
    },
    async sendTest(token, message) {
      return isClosed(message) ? refused : simulated.sendTest(token, message)
    },
  }
}
