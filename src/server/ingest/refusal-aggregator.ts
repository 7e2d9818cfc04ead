import type { Logger } from 'pino'
import { clock, type Timer } from '#server/base/clock.ts'
import type { Refusal } from './report-refusal.ts'

const TELL_EVERY_MS = 1_000

type Tally = { refusal: Refusal; untold: number; timer: Timer }

/**
 * Reports floods of refusals: the first at once, the others added up every second, so that not every refusal costs a
 * statement. Disposing of it reports the refusals that were not reported yet.
 */
export class RefusalAggregator implements AsyncDisposable {
  readonly #report: (refusal: Refusal) => Promise<void>
  readonly #log: Logger
  /** Tallies of the last second, by address and code. */
  readonly #tallies = new Map<string, Tally>()

  constructor(report: (refusal: Refusal) => Promise<void>, log: Logger) {
    this.#report = report
    this.#log = log
  }

  add(refusal: Refusal): void {
    const key = `${refusal.code}:${refusal.addressId}`
    const tally = this.#tallies.get(key)
    if (tally) {
      tally.refusal = refusal
      tally.untold += 1
      return
    }
    const timer = clock.interval(TELL_EVERY_MS, () => this.#tellRest(key))
    this.#tallies.set(key, { refusal, untold: 1, timer })
    this.#tellRest(key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#tallies.keys()].map(key => this.#tellRest(key)))
    for (const { timer } of this.#tallies.values()) timer.cancel()
    this.#tallies.clear()
  }

  /** Reports the refusals since the last report; removes the tally after a second without refusals. */
  async #tellRest(key: string): Promise<void> {
    const tally = this.#tallies.get(key)
    if (!tally) return
    const { refusal, untold, timer } = tally
    tally.untold = 0
    if (untold === 0) {
      timer.cancel()
      this.#tallies.delete(key)
      return
    }
    try {
      await this.#report({ ...refusal, count: untold })
    } catch (error) {
      this.#log.error({ err: error }, 'refusals could not be written down')
    }
  }
}
