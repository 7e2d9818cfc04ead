import type { ReadBody } from '#shared/body/read-body.ts'

/** `since` is on the monotonic clock, in milliseconds. */
type Doubt = { alertId: string; since: number }

/** TradingView sends again after five seconds, or gives up. */
const REMEMBERED_MS = 30_000

/**
 * Alerts of which nobody knows whether they were stored, since the database went away at that moment.
 * The first equal body for the connection is taken for the same alert, sent again.
 */
export class Doubts {
  readonly #doubts = new Map<string, Doubt[]>()

  remember(connectionId: string, body: ReadBody, doubt: Doubt): void {
    this.#forgetBefore(doubt.since - REMEMBERED_MS)
    const key = keyOf(connectionId, body)
    this.#doubts.set(key, [...(this.#doubts.get(key) ?? []), doubt])
  }

  /** @returns the alert's id, which is used up by this; null for one that is new */
  take(connectionId: string, body: ReadBody, now: number): string | null {
    if (this.#doubts.size === 0) return null
    this.#forgetBefore(now - REMEMBERED_MS)
    const key = keyOf(connectionId, body)
    const [oldest, ...others] = this.#doubts.get(key) ?? []
    if (others.length > 0) this.#doubts.set(key, others)
    else this.#doubts.delete(key)
    return oldest?.alertId ?? null
  }

  #forgetBefore(instant: number): void {
    for (const [key, doubts] of this.#doubts) {
      const recent = doubts.filter(({ since }) => since > instant)
      if (recent.length > 0) this.#doubts.set(key, recent)
      else this.#doubts.delete(key)
    }
  }
}

const keyOf = (connectionId: string, { rawBody, payloadText }: ReadBody): string =>
  `${connectionId} ${rawBody ?? payloadText}`
