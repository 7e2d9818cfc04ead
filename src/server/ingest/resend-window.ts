import type { ReadBody } from '#shared/body/read-body.ts'

/** `since` is on the monotonic clock, in milliseconds. */
type InDoubt = { alertId: string; since: number }

/** Time in which an equal body counts as a resend. TradingView sends again after five seconds, or gives up. */
const WINDOW_MS = 30_000

/**
 * Makes receiving idempotent after a write in doubt: the database went away while it stored an alert,
 * and the answer was 503. Within the window, the first equal body to the same address counts as
 * TradingView's resend and gets the id of that alert.
 */
export class ResendWindow {
  readonly #inDoubt = new Map<string, InDoubt[]>()

  remember(addressId: string, body: ReadBody, alert: InDoubt): void {
    this.#forgetBefore(alert.since - WINDOW_MS)
    const key = keyOf(addressId, body)
    this.#inDoubt.set(key, [...(this.#inDoubt.get(key) ?? []), alert])
  }

  /** @returns the id of the alert that this body resends, and forgets it; null for a new alert */
  matchResend(addressId: string, body: ReadBody, now: number): string | null {
    if (this.#inDoubt.size === 0) return null
    this.#forgetBefore(now - WINDOW_MS)
    const key = keyOf(addressId, body)
    const [oldest, ...others] = this.#inDoubt.get(key) ?? []
    if (others.length > 0) this.#inDoubt.set(key, others)
    else this.#inDoubt.delete(key)
    return oldest?.alertId ?? null
  }

  #forgetBefore(instant: number): void {
    for (const [key, alerts] of this.#inDoubt) {
      const recent = alerts.filter(({ since }) => since > instant)
      if (recent.length > 0) this.#inDoubt.set(key, recent)
      else this.#inDoubt.delete(key)
    }
  }
}

/** Idempotency key: the body itself, since TradingView sends no key. */
const keyOf = (addressId: string, { rawBody, payloadText }: ReadBody): string =>
  `${addressId} ${rawBody ?? payloadText}`
