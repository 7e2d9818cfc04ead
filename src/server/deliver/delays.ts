import { DELIVERY_MAX_ATTEMPTS, RETRY_BACKOFF_FACTOR, RETRY_BACKOFF_MS } from '#shared/limits.ts'
import { type RateLimits, telegramLimits } from './rate-limits.ts'

/** Every wait of the delivery in one place, so that a test can run them faster. Milliseconds. */
export type Delays = {
  /** Before the next attempt, after `attempts` counted ones; null: the alert has no further attempt. */
  backoff: (attempts: number) => number | null
  /** The flood wait that Telegram asked for, from its `retry_after` in seconds. */
  floodWait: (retryAfter: number) => number
  /** Two lanes of one bot that get a flood wait within this time may stand for the whole bot. */
  botFloodWindow: number
  /** Two such waits that end within this time do so to their end. */
  botFloodSameEnd: number
  /** From a first refusal of a chat, a topic or a token to the send that shows whether it holds. */
  secondRefusal: number
  /** null: no limits, everything leaves at once. */
  rateLimits: RateLimits | null
  /** Between two probes that ask whether Telegram answers again. */
  outageProbe: number
  /** For this long after an outage ended, a send without an answer counts as an attempt. */
  outageRecovery: number
  /** A request without an answer for this long no longer counts as in flight. */
  inFlightTimeout: number
  /** A message that is not made for this long no longer counts as being made. */
  makingTimeout: number
  /** Until a lane checks again whether an older alert of the same connection has left another lane. */
  olderElsewhere: number
  /** Between two tries to write an outcome that the store did not take. */
  writeRetry: number
  /** Between two reads of the lanes that have something waiting. */
  poll: number
  /** Until a bot that did not hand over its updates is asked again; doubled each time, up to five times. */
  listenRetry: number
  /** With several processes: how long after its last heartbeat a process keeps its bots. */
  lease: number
  /** Between two heartbeats. */
  heartbeat: number
  /** Between two looks of Vigía's. */
  watch: number
  /** So long the process that watches goes on doing so after it last said so. */
  watchLease: number
  /** An alert that came so lately may still be written: Vigía looks at it later. */
  watchLag: number
  /** An alarm that is being sent for so long is nobody's any more. */
  watchSend: number
  /** With less of that left none leaves: Telegram has to answer, twice where the chat has moved, and that is to be noted. */
  watchSendMargin: number
  /** A process begins no send when less than this is left of its lease. */
  leaseMargin: number
}

/**
 * @param pace how many times faster than the real delays
 * @param botRate messages a second of one bot; Telegram's own limit without it
 */
export function createDelays(pace = 1, botRate?: number): Delays {
  return {
    backoff: attempts => {
      const delay = retryBackoff(attempts)
      return delay === null ? null : delay / pace
    },
    floodWait: retryAfter => (retryAfter * 1_000) / pace,
    botFloodWindow: 5_000 / pace,
    botFloodSameEnd: 2_000 / pace,
    secondRefusal: 3_000 / pace,
    rateLimits: telegramLimits(pace, botRate),
    outageProbe: 1_000 / pace,
    outageRecovery: 10_000 / pace,
    inFlightTimeout: 3_000 / pace,
    makingTimeout: 500 / pace,
    olderElsewhere: 250 / pace,
    writeRetry: 500 / pace,
    poll: 5_000 / pace,
    listenRetry: 1_000 / pace,
    lease: 6_000 / pace,
    heartbeat: 1_000 / pace,
    leaseMargin: 3_000 / pace,
    watch: 5_000 / pace,
    watchLease: 60_000 / pace,
    watchLag: 10_000 / pace,
    watchSend: 75_000 / pace,
    watchSendMargin: 50_000 / pace,
  }
}

/** Milliseconds of backoff after the `attempts`-th counted attempt failed; null: it was the last one. */
export function retryBackoff(attempts: number): number | null {
  if (attempts >= DELIVERY_MAX_ATTEMPTS) return null
  return RETRY_BACKOFF_MS * RETRY_BACKOFF_FACTOR ** (attempts - 1)
}
