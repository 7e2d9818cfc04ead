import pLimit, { type LimitFunction } from 'p-limit'
import { clock } from '#server/base/clock.ts'

/** Limits concurrent work; further work waits in order. */
export class ConcurrencyLimit {
  readonly #count: number
  readonly #limit: LimitFunction
  readonly #longest: number
  #narrowUntil = 0

  /** @param longest milliseconds after which a place is freed although its work, which may hang, goes on */
  constructor(count: number, longest: number) {
    this.#count = count
    this.#limit = pLimit(count)
    this.#longest = longest
  }

  get isReached(): boolean {
    return this.#limit.activeCount >= this.#limit.concurrency
  }

  /** For this many milliseconds, starts tasks only while fewer than `count` run; running tasks go on. */
  narrow(count: number, milliseconds: number): void {
    this.#narrowUntil = clock.monotonic() + milliseconds
    if (this.#limit.concurrency < this.#count) return
    this.#limit.concurrency = count
    this.#widenIn(milliseconds)
  }

  #widenIn(milliseconds: number): void {
    const timer = clock.timer(milliseconds, () => {
      const left = this.#narrowUntil - clock.monotonic()
      if (left > 0) this.#widenIn(left)
      else this.#limit.concurrency = this.#count
    })
    timer.unref()
  }

  /** @param work its argument frees the place before the work ends */
  run<T>(work: (leave: () => void) => Promise<T>): Promise<T> {
    const { promise: done, resolve } = Promise.withResolvers<T>()
    void this.#limit(async () => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>()
      const timer = clock.timer(this.#longest, leave)
      const working = work(leave)
      resolve(working)
      working.then(() => leave(), leave)
      await left
      timer.cancel()
    })
    return done
  }
}
