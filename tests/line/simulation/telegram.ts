import { clock } from '#server/base/clock.ts'
import { classify, type Failure } from '#server/telegram/failures.ts'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import type {
  OutgoingMessage,
  SentMessage,
  Telegram,
  TelegramResponse,
} from '#server/telegram/telegram.ts'
import type { Random } from './random.ts'
import type { Weather } from './weather.ts'

/** The server's timeout for an answer. */
const TIMEOUT_MS = 20_000
const SLOWEST_MS = 400

/** `doubtful`: the send failed although it was stored, so the message may come again. */
export type Arrival = { bot: string; chatId: string; text: string; at: number; doubtful: boolean }

/** Simulated Telegram: sends take random times, and fail as `weather` says. */
export function createWeatherTelegram(random: Random, weather: readonly Weather[]) {
  const arrivals: Arrival[] = []
  let sends = 0
  let lastId = 0

  function weatherFor(bot: string, chat: string | null): Weather | undefined {
    const now = clock.monotonic()
    return weather.find(
      ({ from, until, of, oneIn, answersProbes }) =>
        from <= now &&
        now < until &&
        (of.bot ?? bot) === bot &&
        (chat === null ? of.chat === undefined && !answersProbes : (of.chat ?? chat) === chat) &&
        random.between(1, oneIn) === 1,
    )
  }

  async function sendMessage(
    token: string,
    { chatId, text }: OutgoingMessage,
  ): Promise<TelegramResponse<SentMessage>> {
    const bot = token.split(':')[0] ?? ''
    sends += 1
    const met = weatherFor(bot, chatId)
    await clock.pause(random.between(1, SLOWEST_MS))
    const kind = met?.kind ?? 'fine'
    const isStored = kind === 'fine' || kind.endsWith('-stored')
    if (isStored)
      arrivals.push({ bot, chatId, text, at: clock.monotonic(), doubtful: kind !== 'fine' })
    if (kind.startsWith('hang')) await clock.pause(TIMEOUT_MS)
    if (met) return { ok: false, failure: failureOf(met) }
    lastId += 1
    const date = Math.floor(clock.now() / 1_000)
    return { ok: true, result: { messageId: lastId, chatId, date } }
  }

  const fine = createSimulatedTelegram()
  const telegram: Telegram = {
    ...fine,
    simulated: false,
    sendMessage,
    sendTest: sendMessage,
    async getMe(token) {
      const met = weatherFor(token.split(':')[0] ?? '', null)
      await clock.pause(met?.kind.startsWith('hang') ? TIMEOUT_MS : random.between(1, SLOWEST_MS))
      return met && met.kind !== 'refusal'
        ? { ok: false, failure: failureOf(met) }
        : fine.getMe(token)
    },
  }
  return {
    telegram,
    arrivals: arrivals as readonly Arrival[],
    get sends() {
      return sends
    },
  }
}

function failureOf({ kind, retryAfter }: Weather): Failure {
  const noAnswer = { kind: 'no-answer', doubt: true, description: '' } as const
  switch (kind) {
    case 'unreachable':
      return { ...noAnswer, code: 'unreachable', doubt: false }
    case 'hang':
    case 'hang-stored':
      return { ...noAnswer, code: 'timeout' }
    case 'page':
    case 'page-stored':
      return classify({ status: 502, description: 'HTTP 502' })
    case 'cut':
    case 'cut-stored':
      return { ...noAnswer, code: 'connection_lost' }
    case 'flood':
      return classify({
        status: 429,
        description: 'Too Many Requests',
        parameters: { retry_after: retryAfter },
      })
    case 'refusal':
      return classify({ status: 400, description: 'Bad Request: message text is empty' })
  }
}
