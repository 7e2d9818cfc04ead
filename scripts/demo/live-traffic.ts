import { setTimeout as wait } from 'node:timers/promises'
import { alertBody } from './alert-body.ts'
import { type DemoConnection, demoConnections } from './demo-connections.ts'
import { BEATING_ID } from './demo-watch.ts'
import { liveliness } from './markets.ts'
import { between, type Random, seededRandom } from './random.ts'

const FIRST_AFTER_MS = 1_000
const LEAST_PAUSE_MS = 3_000
const MOST_PAUSE_MS = 8_000
const SEED = 84
const MINUTE_MS = 60_000

/** Posts an alert every few seconds at the webhooks of a server, until it is disposed. */
export function startLiveTraffic(url: string): AsyncDisposable {
  const stopping = new AbortController()
  const running = run(url, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

async function run(url: string, signal: AbortSignal): Promise<void> {
  const random = seededRandom(SEED)
  let pause = FIRST_AFTER_MS
  while (await passes(pause, signal)) {
    // A lost request, for example after the machine slept, must not end the traffic.
    await post(url, random).catch(() => {})
    await beat(url).catch(() => {})
    pause = between(random, LEAST_PAUSE_MS, MOST_PAUSE_MS)
  }
}

const passes = (ms: number, signal: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal }).catch(() => false)

async function post(url: string, random: Random): Promise<void> {
  const now = Date.now()
  const connection = whoFires(now, random)
  const candle = connection.feed.candle * MINUTE_MS
  const body = alertBody(connection, { close: now - (now % candle), random }, now)
  const response = await fetch(`${url}/webhooks/${connection.id}`, { method: 'POST', body })
  await response.body?.cancel()
}

/** Far more often than required, so that it is never missed. */
async function beat(url: string): Promise<void> {
  const response = await fetch(`${url}/latido/${BEATING_ID}`, { method: 'POST', body: '{}' })
  await response.body?.cancel()
}

/** Picks a connection by the liveliness of its market; the square root favours quiet ones, so that they are seen. */
function whoFires(now: number, random: Random): DemoConnection {
  const weighted = demoConnections.map(connection => ({
    connection,
    weight: Math.sqrt(connection.weekly) * liveliness(connection.feed.market, now),
  }))
  let left = random() * weighted.reduce((sum, { weight }) => sum + weight, 0)
  for (const { connection, weight } of weighted) {
    left -= weight
    if (left < 0) return connection
  }
  throw new Error('no market is open')
}
