/** What may come at once after a silence, in milliseconds of the rate: TradingView sends again after so long. */
const BURST_MS = 5_000

/** Keeps each connection to so many webhooks a second. Every process counts for itself. */
export class WebhookRate {
  readonly #interval: number
  /** Until when what each connection has sent would have come at the rate, on the monotonic clock. */
  readonly #usedUntil = new Map<string, number>()

  /** @param rate webhooks a second */
  constructor(rate: number) {
    this.#interval = 1_000 / rate
  }

  /** @returns whether it may come; what is over the rate uses nothing of it */
  take(connectionId: string, now: number): boolean {
    const usedUntil = Math.max(this.#usedUntil.get(connectionId) ?? 0, now) + this.#interval
    if (usedUntil > now + BURST_MS) return false
    this.#usedUntil.set(connectionId, usedUntil)
    return true
  }
}
