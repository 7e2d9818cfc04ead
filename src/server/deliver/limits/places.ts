import pLimit, { type LimitFunction } from 'p-limit'
import { clock } from '#server/base/clock.ts'

/** So many may do something at once; the others wait for their turn. */
export class Places {
  readonly #limit: LimitFunction
  readonly #longest: number

  /** @param longest milliseconds after which a place is free though its work goes on: it may hang */
  constructor(count: number, longest: number) {
    this.#limit = pLimit(count)
    this.#longest = longest
  }

  get areTaken(): boolean {
    return this.#limit.activeCount >= this.#limit.concurrency
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
