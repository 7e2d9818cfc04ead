import { retryDelay } from '#shared/delivery.ts'

/** Every wait of the delivery, in one place, so that a test can run them faster. Milliseconds. */
export type Delays = {
  /** After the `attempts`-th counted attempt; null: there is no further one. */
  retry: (attempts: number) => number | null
  /** What Telegram asked for, in its seconds. */
  flood: (retryAfter: number) => number
  /** Until a lane looks again whether an elder alert of the same connection has left another lane. */
  elder: number
  /** Between two tries to write an outcome that the store would not take. */
  rewrite: number
  /** Between two looks at the store for what nobody told of. */
  poll: number
}

/** @param pace how many times faster than the real ones */
export function createDelays(pace = 1): Delays {
  return {
    retry: attempts => {
      const delay = retryDelay(attempts)
      return delay === null ? null : delay / pace
    },
    flood: retryAfter => (retryAfter * 1_000) / pace,
    elder: 250 / pace,
    rewrite: 500 / pace,
    poll: 5_000 / pace,
  }
}
