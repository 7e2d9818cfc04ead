import { allowedAt, type BurstLimit, spendOne } from '#server/base/burst-limit.ts'

/** Seconds of the rate allowed at once after a silence: the interval at which TradingView sends again. */
const BURST_SECONDS = 5

/** Limits the webhooks per second of each connection. Every process counts for itself. */
export class WebhookRate {
  readonly #limit: BurstLimit
  /** Time until which each connection has used its rate up, on the monotonic clock. */
  readonly #usedUntil = new Map<string, number>()

  /** @param rate webhooks a second */
  constructor(rate: number) {
    this.#limit = { burst: BURST_SECONDS * rate, interval: 1_000 / rate }
  }

  /** @returns true if the webhook is within the rate; refused webhooks don't use it up */
  take(connectionId: string, now: number): boolean {
    const usedUntil = this.#usedUntil.get(connectionId) ?? 0
    if (allowedAt(this.#limit, usedUntil) > now) return false
    this.#usedUntil.set(connectionId, spendOne(this.#limit, usedUntil, now))
    return true
  }
}
