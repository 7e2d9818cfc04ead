import { alertBody } from './alert-body.ts'
import { CLOSED_CHAT, type DemoConnection } from './demo-connections.ts'
import { type Fate, fatesOf } from './fates.ts'
import { liveliness } from './markets.ts'
import { between, type Random, seededRandom } from './random.ts'
import { asFailureReason, kickedOut } from './troubles.ts'

/** An alert whose delivery is over. Times in milliseconds UTC. */
export type PastAlert = {
  connection: DemoConnection
  receivedAt: number
  /** Time of firing according to TradingView. */
  firedAt: number
  body: string
  fate: Fate
}

const HISTORY_DAYS = 84
/** Rate of alerts twelve weeks ago, as a share of the current one. */
const FIRST_SHARE = 0.4
/** Cumulative percentages of burst sizes: one alert, at most two, … */
const BURSTS = [72, 87, 94, 97, 99, 100]
const MEAN_BURST = BURSTS.reduce((sum, times) => sum + 1 - times / 100, 1)
/** Alerts that failed since the bot was removed from the closed chat. */
const UNDELIVERED = 11
const FIRST_MESSAGE = 1_000
/** Distance between the seeds of connections; more than the number of days. */
const SEEDS = 1_000

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Twelve weeks of a trader's alerts up to now, oldest first: the same for the same instant. */
export const makeHistory = (connections: readonly DemoConnection[], now: number): PastAlert[] =>
  connections
    .flatMap((connection, index) => historyOf(connection, now, SEEDS * (index + 1)))
    .sort((one, other) => one.receivedAt - other.receivedAt)

/** Each day has its own seed, so that it is the same at any hour. */
function historyOf(connection: DemoConnection, now: number, seed: number): PastAlert[] {
  const past: PastAlert[] = []
  const days = Map.groupBy(candlesOf(connection, now), ({ daysAgo }) => daysAgo)
  for (const [daysAgo, candles] of days) {
    const random = seededRandom(seed + daysAgo)
    for (const { close, expected } of candles)
      if (random() < expected / MEAN_BURST)
        past.push(
          ...burst(connection, { close, now, random, messageId: FIRST_MESSAGE + past.length }),
        )
  }
  return connection.telegramChatId === CLOSED_CHAT ? lastUndelivered(past) : past
}

/** Every candle since the connection was made, with its expected number of alerts. */
function candlesOf({ feed, weekly, age }: DemoConnection, now: number) {
  const candle = feed.candle * MINUTE_MS
  const count = Math.floor((Math.min(age, HISTORY_DAYS) * DAY_MS) / candle)
  const lastClose = now - (now % candle)
  const candles = Array.from({ length: count }, (_, index) => {
    const close = lastClose - (count - 1 - index) * candle
    return { close, lively: liveliness(feed.market, close) }
  })
  const week = (7 * DAY_MS) / candle
  const livelyInWeek = candles.slice(-week).reduce((sum, { lively }) => sum + lively, 0)
  return candles.map(({ close, lively }) => {
    const daysAgo = Math.floor(now / DAY_MS) - Math.floor(close / DAY_MS)
    const expected = (weekly / livelyInWeek) * lively * growth(daysAgo) * mood(daysAgo)
    return { close, daysAgo, expected }
  })
}

/** Linear growth from `FIRST_SHARE` to 1. */
const growth = (daysAgo: number): number => 1 - (1 - FIRST_SHARE) * (daysAgo / HISTORY_DAYS)

/** Random factor of a day, the same for all markets. */
const mood = (daysAgo: number): number => between(seededRandom(daysAgo), 0.7, 1.3)

/** Alerts fired at the close of one candle. */
function burst(
  connection: DemoConnection,
  moment: { close: number; now: number; random: Random; messageId: number },
): PastAlert[] {
  const { close, now, random, messageId } = moment
  const received = receiptTimes(close, random).filter(at => at <= now)
  const fates = fatesOf(received, messageId, { connection, now, random })
  return fates.map((fate, nth) => ({
    connection,
    receivedAt: received[nth] ?? close,
    firedAt: close,
    body: alertBody(connection, { close, random }, close),
    fate,
  }))
}

function receiptTimes(close: number, random: Random): number[] {
  const first = close + Math.round(between(random, 600, 4_000))
  return Array.from({ length: burstSize(random) }, (_, nth) => first + nth * 35)
}

function burstSize(random: Random): number {
  const rolled = random() * 100
  return BURSTS.findIndex(times => rolled < times) + 1
}

const lastUndelivered = (past: readonly PastAlert[]): PastAlert[] =>
  past.map((alert, index) =>
    index < past.length - UNDELIVERED ? alert : { ...alert, fate: refusedFate },
  )

const refusedFate: Fate = {
  status: 'failed',
  attempts: 1,
  trouble: asFailureReason(kickedOut),
  uncertain: false,
}
