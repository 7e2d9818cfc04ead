import { clock } from '#server/base/clock.ts'
import {
  SIMULATED_DELIVERY_SUCCESS,
  SIMULATED_TEST_DELAY_MS,
  SIMULATED_TEST_SUCCESS,
} from '#shared/limits.ts'
import type {
  ChatIdentity,
  OutgoingMessage,
  SentMessage,
  Telegram,
  TelegramResponse,
} from './telegram.ts'

/** Simulated delivery: no network, one random outcome for all parts of an attempt. */
export function createSimulatedTelegram(
  options: { random?: () => number; testDelayMs?: number } = {},
): Telegram {
  const { random = Math.random, testDelayMs = SIMULATED_TEST_DELAY_MS } = options
  let lastMessageId = 0

  function attempt(message: OutgoingMessage, successRate: number): TelegramResponse<SentMessage> {
    if (!message.isContinuation && random() >= successRate) return SIMULATED_FAILURE
    lastMessageId += 1
    const { id: chatId } = simulatedChat(message.chatId)
    const date = Math.floor(clock.now() / 1000)
    return { ok: true, result: { messageId: lastMessageId, chatId, date } }
  }

  return {
    simulated: true,
    async sendMessage(_token, message) {
      return attempt(message, SIMULATED_DELIVERY_SUCCESS)
    },
    async sendTest(_token, message) {
      await clock.pause(testDelayMs)
      return attempt(message, SIMULATED_TEST_SUCCESS)
    },
    async getMe(token) {
      const id = token.match(/^\d+/)?.[0] ?? '1000000001'
      return {
        ok: true,
        result: { id, username: `simulado_${id}_bot`, name: 'Bot simulado' },
      }
    },
    async getChat(_token, chatId) {
      return { ok: true, result: simulatedChat(chatId) }
    },
    async checkPosting(_token, chatId) {
      return { ok: true, result: simulatedChat(chatId) }
    },
    async getWebhookHost() {
      return { ok: true, result: null }
    },
    async getUpdates() {
      return { ok: true, result: ['200300400', '-1001234567890'].map(simulatedChat) }
    },
    async readUpdates() {
      return { ok: true, result: [] }
    },
    async deleteWebhook() {
      return { ok: true, result: true }
    },
  }
}

const SIMULATED_FAILURE: TelegramResponse<never> = {
  ok: false,
  failure: {
    kind: 'no-answer',
    code: 'simulated',
    doubt: false,
    description: 'simulated failure',
  },
}

function simulatedChat(chatId: string): ChatIdentity {
  if (chatId.startsWith('@'))
    return { id: channelId(chatId), type: 'channel', title: chatId.slice(1), isForum: false }
  if (chatId.startsWith('-100'))
    return { id: chatId, type: 'supergroup', title: 'Grupo simulado', isForum: false }
  if (chatId.startsWith('-'))
    return { id: chatId, type: 'group', title: 'Grupo simulado', isForum: false }
  return { id: chatId, type: 'private', title: 'Chat simulado', isForum: false }
}

/** Derives an id from the name, always the same one, with ten digits as channels have. */
function channelId(name: string): string {
  const hash = Array.from(name.toLowerCase()).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_000_000_000,
    0,
  )
  return `-100${1_000_000_000 + hash}`
}
