import { retryDelay } from '#shared/delivery.ts'
import type { Rates } from './limits/rate-limiter.ts'

/** Every wait of the delivery, in one place, so that a test can run them faster. Milliseconds. */
export type Delays = {
  /** After the `attempts`-th counted attempt; null: there is no further one. */
  retry: (attempts: number) => number | null
  /** What Telegram asked for, in its seconds. */
  flood: (retryAfter: number) => number
  /** Two lanes of one bot that are told to wait within this time stand for the whole bot. */
  floodTogether: number
  /** What may be sent; null: everything at once. */
  budget: Rates | null
  /** Between two questions whether Telegram answers again. */
  probe: number
  /** How long after its answer a send that gets none counts as an attempt. */
  probation: number
  /** After which a request that is not answered keeps nobody else from being sent. */
  hang: number
  /** Until a lane looks again whether an elder alert of the same connection has left another lane. */
  elder: number
  /** Between two tries to write an outcome that the store would not take. */
  rewrite: number
  /** Between two looks at the store for what nobody told of. */
  poll: number
  /** Where several processes deliver: how long one is waited for that gives no sign of life. */
  lease: number
  /** Between two of those signs. */
  renewal: number
  /** With less than this left of its lease, a process begins no send. */
  leaseMargin: number
}

/** @param pace how many times faster than the real ones */
export function createDelays(pace = 1): Delays {
  // A little more than what Telegram counts by: messages do not travel evenly.
  const second = 1_030 / pace
  return {
    retry: attempts => {
      const delay = retryDelay(attempts)
      return delay === null ? null : delay / pace
    },
    flood: retryAfter => (retryAfter * 1_000) / pace,
    floodTogether: 5_000 / pace,
    budget: {
      private: { burst: 5, interval: second },
      shared: { burst: 3, interval: second },
      sharedCeiling: { most: 20, span: 60 * second },
      bot: { most: 30, span: second },
    },
    probe: 1_000 / pace,
    probation: 10_000 / pace,
    hang: 3_000 / pace,
    elder: 250 / pace,
    rewrite: 500 / pace,
    poll: 5_000 / pace,
    lease: 6_000 / pace,
    renewal: 1_000 / pace,
    leaseMargin: 3_000 / pace,
  }
}
