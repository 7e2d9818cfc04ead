import type { Chat } from './chats.ts'

/** Real time of tolerance: arrivals are not punctual. */
const SLACK_MS = 20

/**
 * Telegram's limits per bot: 1 message a second in a chat after a burst of 5 (private) or 3, 20 in
 * any minute in a group or channel, 30 a second in all, or `botRate`, as on a self-hosted server.
 * `speed` makes its time run faster than `now`.
 */
export function createFloodLimits(speed: number, now: () => number, botRate = 30) {
  const bots = new Map<string, Meter>()
  const chats = new Map<string, Meter>()
  const minutes = new Map<string, number[]>()

  /** 0 if the message may pass, else whole seconds to wait, at least 1. */
  return function admit(token: string, { id, type }: Pick<Chat, 'id' | 'type'>): number {
    const time = now() * speed
    const slack = SLACK_MS * speed
    const key = `${token}/${id}`
    const bot = entry(bots, token, () => meter(1000 / botRate, botRate))
    const chat = entry(chats, key, () => meter(1000, type === 'private' ? 5 : 3))
    const minute = entry(minutes, key, () => [])
    const minuteFull = type !== 'private' && minute.length >= 20
    const wait = Math.max(
      bot.wait(time),
      chat.wait(time),
      minuteFull ? (minute.at(-20) ?? 0) + 60_000 - time : 0,
    )
    if (wait > slack) return Math.max(1, Math.ceil(wait / 1000))
    bot.take(time)
    chat.take(time)
    minute.push(time)
    return 0
  }
}

type Meter = { wait(time: number): number; take(time: number): void }

/** `burst` at once, then one per interval. */
function meter(interval: number, burst: number): Meter {
  let free = Number.NEGATIVE_INFINITY
  return {
    wait: time => free - (burst - 1) * interval - time,
    take: time => {
      free = Math.max(free, time) + interval
    },
  }
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
