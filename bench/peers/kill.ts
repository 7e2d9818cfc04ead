import { setTimeout as pause } from 'node:timers/promises'
import { startBotApi } from '../../tests/support/bot-api/bot-api.ts'
import { alertNumbers, alertRequest } from '../support/alert-request.ts'
import { outOfOrder } from '../support/arrival-order.ts'
import { KeepAliveClient } from '../support/keep-alive-client.ts'
import { monotonicNow } from '../support/monotonic-now.ts'
import type { Posted } from '../support/post-alerts.ts'
import { privateChats } from '../support/start-pregonero.ts'
import { isAcknowledged } from './acknowledged.ts'
import type { Contender, RunningContender } from './contender.ts'
import { openChats } from './open-chats.ts'

const CONNECTIONS = 64
const FLOOD_MS = 3_000
/** Recovery is over once no alert has arrived for this long. */
const QUIET_MS = 2_000
/** BullMQ takes up jobs begun before the kill within 90 s of the restart. */
const RECOVERY_MS = 100_000

/** In alerts; `recoveredAfter` in seconds. */
export type Killed = {
  /** Arrived in their chat out of order, before the kill. */
  disorder: number
  acknowledged: number
  /** Acknowledged but never arrived. */
  lost: number
  twice: number
  /** From the restart to the last arrival; 0 without an arrival. */
  recoveredAfter: number
}

export type Recovery = AsyncDisposable & {
  /** Waits until all have had time to recover. */
  outcomes: () => Promise<Killed[]>
}

/** Kills each contender in the middle of a flood, and restarts it. They recover until disposal. */
export async function killEach(contenders: readonly Contender[]): Promise<Recovery> {
  await using open = new AsyncDisposableStack()
  const outcomes: (() => Killed)[] = []
  for (const contender of contenders) outcomes.push(await killOne(contender, open))
  const recoveredAt = performance.now() + RECOVERY_MS
  const held = open.move()
  return {
    async outcomes() {
      await pause(Math.max(0, recoveredAt - performance.now()))
      return outcomes.map(outcome => outcome())
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** @returns gives the state of its alerts at the time of the call */
async function killOne(contender: Contender, open: AsyncDisposableStack): Promise<() => Killed> {
  const botApi = open.use(await startBotApi())
  const { messages } = botApi
  const routes = privateChats({ bots: 10, chats: 200 })
  openChats(botApi, routes)
  const running = open.use(await contender.start({ apiRoot: botApi.root, routes }))
  const acknowledged = await floodUntilKilled(running)
  const arrivedBefore = messages.length
  const restarted = Date.now()
  await running.restart()
  let seen: number
  do {
    seen = messages.length
    await pause(QUIET_MS)
  } while (messages.length > seen)

  return () => {
    const times = new Map<number, number>()
    for (const number of messages.flatMap(({ text }) => alertNumbers(text)))
      times.set(number, (times.get(number) ?? 0) + 1)
    return {
      disorder: outOfOrder(acknowledged, messages.slice(0, arrivedBefore)),
      acknowledged: acknowledged.length,
      lost: acknowledged.filter(({ number }) => !times.has(number)).length,
      twice: times.values().reduce((sum, count) => sum + (count > 1 ? 1 : 0), 0),
      recoveredAfter: (Math.max(restarted, messages.at(-1)?.at ?? 0) - restarted) / 1_000,
    }
  }
}

/** @returns the alerts that were acknowledged */
async function floodUntilKilled({ target, kill }: RunningContender): Promise<Posted[]> {
  const acknowledged: Posted[] = []
  let nextNumber = 0
  const posting = Array.from({ length: CONNECTIONS }, async () => {
    using client = new KeepAliveClient(target.port)
    for (;;) {
      const number = nextNumber
      nextNumber += 1
      const path = target.paths[number % target.paths.length] ?? '/'
      const sentAt = monotonicNow()
      const status = await client.post(alertRequest(path, number))
      const took = monotonicNow() - sentAt
      if (isAcknowledged({ status })) acknowledged.push({ number, sentAt, took, status })
    }
  })
  // Each loop ends with the error of a closed connection.
  const ended = Promise.allSettled(posting)
  await pause(FLOOD_MS)
  await kill()
  await ended
  return acknowledged
}
