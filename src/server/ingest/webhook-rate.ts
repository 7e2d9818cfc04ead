/** Burst after a silence, in milliseconds of the rate: the interval at which TradingView sends again. */
const BURST_MS = 5_000

/** Limits the webhooks per second of each connection. Every process counts for itself. */
export class WebhookRate {
  readonly #interval: number
  /** Time until which each connection has used its rate up, on the monotonic clock. */
  readonly #usedUntil = new Map<string, number>()

  /** @param rate webhooks a second */
  constructor(rate: number) {
    this.#interval = 1_000 / rate
  }

  /** @returns true if the webhook is within the rate; refused webhooks don't use it up */
  take(connectionId: string, now: number): boolean {
    const usedUntil = Math.max(this.#usedUntil.get(connectionId) ?? 0, now) + this.#interval
    if (usedUntil > now + BURST_MS) return false
    this.#usedUntil.set(connectionId, usedUntil)
    return true
  }
}
