import pLimit, { type LimitFunction } from 'p-limit'
import { clock } from '#server/base/clock.ts'

/** So many may do something at once; the others wait for their turn. */
export class Places {
  readonly #count: number
  readonly #limit: LimitFunction
  readonly #longest: number
  #narrowUntil = 0

  /** @param longest milliseconds after which a place is free though its work goes on: it may hang */
  constructor(count: number, longest: number) {
    this.#count = count
    this.#limit = pLimit(count)
    this.#longest = longest
  }

  get areTaken(): boolean {
    return this.#limit.activeCount >= this.#limit.concurrency
  }

  /** For so many milliseconds no more than `count` begin to work; those that work already go on. */
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

  /** @param work gets what gives the place up before it ends */
  take<T>(work: (leave: () => void) => Promise<T>): Promise<T> {
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
