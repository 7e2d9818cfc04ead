import { DELIVERY_MAX_ATTEMPTS, RETRY_BACKOFF_FACTOR, RETRY_BACKOFF_MS } from '#shared/limits.ts'
import { type RateLimits, telegramLimits } from './rate-limits.ts'

/** All delivery delays in milliseconds, in one place so that tests can run them faster. */
export type Delays = {
  /** Wait before the next attempt, after `attempts` counted ones; null after the last attempt. */
  backoff: (attempts: number) => number | null
  /** Flood wait for Telegram's `retry_after`, which is in seconds. */
  floodWait: (retryAfter: number) => number
  /** If two lanes of one bot get a flood wait within this time, the whole bot waits. */
  botFloodWindow: number
  /** If two such waits end at most this far apart, the bot waits until the later end, else until the earliest. */
  botFloodSameEnd: number
  /** Wait from the first refusal of a chat, topic or token to the send that shows whether it is permanent. */
  secondRefusal: number
  /** Null disables the limits: messages are sent at once. */
  rateLimits: RateLimits | null
  /** Interval between probes that ask whether Telegram answers again. */
  outageProbe: number
  /** For this long after an outage, a send without an answer counts as an attempt even if an outage begins again. */
  outageRecovery: number
  /** A lane step, which makes, sends and settles a message, no longer counts as in flight after this time. */
  inFlightTimeout: number
  /** A message that takes longer than this to make no longer counts as being made. */
  makingTimeout: number
  /** Interval at which a lane checks whether an older alert of the same connection has left another lane. */
  olderElsewhere: number
  /** Wait before the retry of an outcome that could not be written, or of a failed lane step. */
  writeRetry: number
  /** Interval between reads of the lanes with waiting alerts. */
  poll: number
  /** Wait after a bot's updates could not be read; doubled each time, up to 16 times as long. */
  listenRetry: number
  /** With several processes: how long after its last heartbeat a process keeps its bots. */
  lease: number
  /** Interval between heartbeats. */
  heartbeat: number
  /** Interval between Vigía's checks. */
  watch: number
  /** Lease of the watching process: another one takes over if it is not renewed within this time. */
  watchLease: number
  /** Alerts younger than this may still be unwritten: Vigía reads them later. */
  watchLag: number
  /** Claim on an alarm being sent; once it expires, any process may send the alarm again. */
  watchSend: number
  /**
   * Minimum left of the claim for a send to start: covers Telegram's answer, twice if the chat has moved, and writing
   * the outcome.
   */
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
