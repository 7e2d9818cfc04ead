import { setTimeout as pause } from 'node:timers/promises'
import { type BotApi, startBotApi } from '../../tests/support/bot-api/bot-api.ts'
import { alertNumbers } from '../support/alert-request.ts'
import { outOfOrder } from '../support/arrival-order.ts'
import { monotonicNow } from '../support/monotonic-now.ts'
import { type Posted, postAtRate } from '../support/post-alerts.ts'
import { privateChats } from '../support/start-pregonero.ts'
import { isAcknowledged, PATIENCE_MS } from './acknowledged.ts'
import type { Contender } from './contender.ts'
import { openChats } from './open-chats.ts'

export const LOAD = { perSecond: 50, count: 1_000 }
const DOWN_AFTER_MS = 3_000
export const DOWN_FOR_MS = 10_000
const LONGEST_WAIT_MS = 10_000

/** In alerts; `readableAfter` in seconds. */
export type Survived = {
  /** Not acknowledged within TradingView's timeout. */
  refused: number
  /** Acknowledged but never arrived. */
  lost: number
  /** Arrived in their chat out of order. */
  disorder: number
  /** From Telegram's return until the last waiting alert was readable. Null if some never were. */
  readableAfter: number | null
}

/** Kind of absence: Telegram does not listen, or it answers «too many requests». */
export type Absence = 'refuses connections' | 'answers 429'

/** Takes Telegram away from all contenders at once, while alerts go on coming. */
export async function outageFor(
  contenders: readonly Contender[],
  absence: Absence,
): Promise<Survived[]> {
  await using open = new AsyncDisposableStack()
  const botApi = open.use(await startBotApi())
  const routes = privateChats({ bots: 10, chats: 200 })
  openChats(botApi, routes)
  const running = []
  for (const contender of contenders)
    running.push(open.use(await contender.start({ apiRoot: botApi.root, routes })))

  const [back, ...posted] = await Promise.all([
    goAway(botApi, absence),
    ...running.map(({ target }) => postAtRate(target, LOAD)),
  ])
  const acknowledged = posted.map(alerts => alerts.filter(isAcknowledged))
  const deadline = performance.now() + LONGEST_WAIT_MS
  while (performance.now() < deadline && acknowledged.some(alerts => lostOf(alerts, botApi) > 0))
    await pause(500)
  return acknowledged.map(alerts => {
    const lost = lostOf(alerts, botApi)
    const last = lastArrival(alerts, back.monotonic, botApi)
    return {
      refused: LOAD.count - alerts.filter(({ took }) => took < PATIENCE_MS).length,
      lost,
      disorder: outOfOrder(alerts, botApi.messages),
      readableAfter: lost > 0 ? null : (last - back.wallClock) / 1_000,
    }
  })
}

/** @returns when it was back */
async function goAway(
  botApi: BotApi,
  absence: Absence,
): Promise<{ monotonic: number; wallClock: number }> {
  await pause(DOWN_AFTER_MS)
  if (absence === 'refuses connections') {
    await botApi.down()
    await pause(DOWN_FOR_MS)
    await botApi.up()
  } else {
    const end = performance.now() + DOWN_FOR_MS
    const flood = botApi.fail(
      { method: 'sendMessage' },
      {
        kind: 'flood',
        get retryAfter() {
          return Math.max(1, Math.ceil((end - performance.now()) / 1_000))
        },
      },
    )
    await pause(DOWN_FOR_MS)
    flood.lift()
  }
  return { monotonic: monotonicNow(), wallClock: Date.now() }
}

function lostOf(posted: readonly Posted[], { messages }: BotApi): number {
  const arrived = new Set(messages.flatMap(message => alertNumbers(message.text)))
  return posted.filter(({ number }) => !arrived.has(number)).length
}

/** Last arrival of the alerts posted before a time. Wall clock, in milliseconds. */
function lastArrival(posted: readonly Posted[], before: number, { messages }: BotApi): number {
  const waited = new Set(posted.filter(one => one.sentAt < before).map(({ number }) => number))
  return (
    messages.findLast(({ text }) => alertNumbers(text).some(number => waited.has(number)))?.at ??
    Number.NaN
  )
}
