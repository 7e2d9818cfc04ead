import { setTimeout as pause } from 'node:timers/promises'
import { type BotApi, startBotApi } from '../tests/support/bot-api/bot-api.ts'
import { alertNumbers } from './support/alert-request.ts'
import { outOfOrder } from './support/arrival-order.ts'
import type { Figure } from './support/figure.ts'
import { monotonicNow } from './support/monotonic-now.ts'
import { type Posted, postAtRate } from './support/post-alerts.ts'
import { bareTarget, privateChats, startPregonero } from './support/start-pregonero.ts'
import { startProcess } from './support/start-process.ts'

const LOAD = { perSecond: 100, count: 2_000 }
const DOWN_AFTER_MS = 3_000
const DOWN_FOR_MS = 10_000
const LONGEST_WAIT_MS = 60_000

/** Telegram refuses connections for a while, and alerts go on coming. In real time. */
export async function outage(): Promise<Figure> {
  await using botApi = await startBotApi()
  const routes = privateChats({ bots: 10, chats: 200 })
  for (const token of new Set(routes.map(route => route.token))) botApi.addBot(token)
  for (const { chatId } of routes) botApi.addChat({ id: Number(chatId), type: 'private' })
  await using forwarder = await startProcess('bare-server', { FORWARD_TO: botApi.root })
  await using pregonero = await startPregonero({ apiRoot: botApi.root, routes })

  const [own, bare, back] = await Promise.all([
    postAtRate(pregonero.target, LOAD),
    postAtRate(bareTarget(forwarder.port, routes), LOAD),
    interrupt(botApi),
  ])
  await botApi.waitFor(() => missing(own, botApi) === 0, LONGEST_WAIT_MS).catch(() => {})

  const waited = new Set(own.filter(one => one.sentAt < back.monotonic).map(one => one.number))
  const lastOfThem = botApi.messages.findLast(message =>
    alertNumbers(message.text).some(number => waited.has(number)),
  )
  return {
    name: 'outage',
    control: 'a bare forwarder from memory: node:http in, fetch out',
    rows: [
      {
        what: `refused for ${DOWN_FOR_MS / 1_000} s at ${LOAD.perSecond} a second, ${routes.length} chats: lost`,
        unit: 'alerts',
        pregonero: missing(own, botApi),
        control: missing(bare, botApi),
        goal: { of: 'value', atMost: 0 },
      },
      {
        what: 'the same: out of order within their chat',
        unit: 'alerts',
        pregonero: outOfOrder(own, botApi.messages),
        control: outOfOrder(bare, botApi.messages),
        goal: { of: 'value', atMost: 0 },
      },
      {
        what: 'the same: what waited is readable after the return in',
        unit: 's',
        pregonero: ((lastOfThem?.at ?? 0) - back.wallClock) / 1_000,
        control: null,
        goal: { of: 'value', atMost: 3 },
      },
    ],
    notes: [`${waited.size} alerts had been posted when Telegram came back.`],
  }
}

/** @returns when it was back */
async function interrupt(botApi: BotApi): Promise<{ monotonic: number; wallClock: number }> {
  await pause(DOWN_AFTER_MS)
  await botApi.down()
  await pause(DOWN_FOR_MS)
  await botApi.up()
  return { monotonic: monotonicNow(), wallClock: Date.now() }
}

function missing(posted: readonly Posted[], { messages }: BotApi): number {
  const arrived = new Set(messages.flatMap(message => alertNumbers(message.text)))
  return posted.filter(({ number }) => !arrived.has(number)).length
}
