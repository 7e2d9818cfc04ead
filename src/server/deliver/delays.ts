import { retryBackoff } from '#shared/delivery.ts'

/** At most `burst` messages at once, then one each `interval`. Milliseconds. */
export type BurstLimit = { burst: number; interval: number }

/** At most `most` messages in any `window`. Milliseconds. */
export type WindowLimit = { most: number; window: number }

/** How many messages Telegram takes before it asks for a flood wait. */
export type RateLimits = {
  privateChat: BurstLimit
  group: BurstLimit
  groupWindow: WindowLimit
  bot: WindowLimit
}

/** Every wait of the delivery in one place, so that a test can run them faster. Milliseconds. */
export type Delays = {
  /** Before the next attempt, after `attempts` counted ones; null: the alert has no further attempt. */
  backoff: (attempts: number) => number | null
  /** The flood wait that Telegram asked for, from its `retry_after` in seconds. */
  floodWait: (retryAfter: number) => number
  /** Two lanes of one bot that get a flood wait within this time stand for the whole bot. */
  botFloodWindow: number
  /** null: no limits, everything leaves at once. */
  rateLimits: RateLimits | null
  /** Between two probes that ask whether Telegram answers again. */
  outageProbe: number
  /** For this long after an outage ended, a send without an answer counts as an attempt. */
  outageRecovery: number
  /** A request without an answer for this long no longer counts as in flight. */
  inFlightTimeout: number
  /** Until a lane checks again whether an older alert of the same connection has left another lane. */
  olderElsewhere: number
  /** Between two tries to write an outcome that the store did not take. */
  writeRetry: number
  /** Between two reads of the lanes that have something waiting. */
  poll: number
  /** With several processes: how long after its last heartbeat a process keeps its bots. */
  lease: number
  /** Between two heartbeats. */
  heartbeat: number
  /** A process begins no send when less than this is left of its lease. */
  leaseMargin: number
}

/** @param pace how many times faster than the real delays */
export function createDelays(pace = 1): Delays {
  // 3 % longer than Telegram counts: messages do not travel evenly.
  const second = 1_030 / pace
  return {
    backoff: attempts => {
      const delay = retryBackoff(attempts)
      return delay === null ? null : delay / pace
    },
    floodWait: retryAfter => (retryAfter * 1_000) / pace,
    botFloodWindow: 5_000 / pace,
    rateLimits: {
      privateChat: { burst: 5, interval: second },
      group: { burst: 3, interval: second },
      groupWindow: { most: 20, window: 60 * second },
      bot: { most: 30, window: second },
    },
    outageProbe: 1_000 / pace,
    outageRecovery: 10_000 / pace,
    inFlightTimeout: 3_000 / pace,
    olderElsewhere: 250 / pace,
    writeRetry: 500 / pace,
    poll: 5_000 / pace,
    lease: 6_000 / pace,
    heartbeat: 1_000 / pace,
    leaseMargin: 3_000 / pace,
  }
}
