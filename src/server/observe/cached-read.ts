import { clock } from '#server/base/clock.ts'

/** Milliseconds. */
const BOUNDS = { goodFor: 10_000, oldest: 60_000, patience: 1_000 }

/** Caches a reading for ten seconds. It is never read twice at once, and callers wait at most a second for it. */
export class CachedRead<T> {
  readonly #read: () => Promise<T>
  readonly #bounds: typeof BOUNDS
  #reading: Promise<void> | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #latest: { value: T; at: number } | undefined

  constructor(read: () => Promise<T>, bounds = BOUNDS) {
    this.#read = read
    this.#bounds = bounds
  }

  /** Latest reading; undefined before the first one ends, if the latest one failed, or once it is a minute old. */
  get value(): T | undefined {
    const { at, value } = this.#latest ?? {}
    return at !== undefined && clock.monotonic() - at < this.#bounds.oldest ? value : undefined
  }

  /** Reads again if the last reading began ten seconds ago or more, and waits a second at most. Never rejects. */
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
