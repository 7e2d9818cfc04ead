import { clock } from '#server/base/clock.ts'

/** Milliseconds. */
const BOUNDS = { goodFor: 10_000, oldest: 60_000, patience: 1_000 }

/**
 * Keeps what was read, however many ask: it is read again after ten seconds, and never twice at once.
 * Nobody waits longer than a second for it.
 */
export class KeptReading<T> {
  readonly #read: () => Promise<T>
  readonly #bounds: typeof BOUNDS
  #reading: Promise<void> | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #latest: { value: T; at: number } | undefined

  constructor(read: () => Promise<T>, bounds = BOUNDS) {
    this.#read = read
    this.#bounds = bounds
  }

  /** What was read last; undefined when reading has failed, or it is a minute old. */
  get value(): T | undefined {
    const { at, value } = this.#latest ?? {}
    return at !== undefined && clock.monotonic() - at < this.#bounds.oldest ? value : undefined
  }

  /** Reads it again if it is time for that. Never rejects. */
  async refresh(): Promise<void> {
    const now = clock.monotonic()
    if (!this.#reading && now - this.#askedAt >= this.#bounds.goodFor) {
      this.#askedAt = now
      this.#reading = this.#readAgain()
    }
    if (this.#reading)
      await Promise.race([this.#reading, clock.pause(this.#bounds.patience, { keepsAlive: false })])
  }

  async #readAgain(): Promise<void> {
    try {
      this.#latest = { value: await this.#read(), at: clock.monotonic() }
    } catch {
      this.#latest = undefined
    } finally {
      this.#reading = undefined
    }
  }
}
