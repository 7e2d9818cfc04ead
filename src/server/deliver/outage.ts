/** A send that Telegram did not answer; `begun` is when it left. */
type Unanswered = { seqs: readonly number[]; begun: number }

type Verdict = {
  /** Whether it is one of the alerts' three attempts. */
  counts: boolean
  /** Deliveries whose last attempt was counted and should not have been. */
  takenBack: readonly number[]
}

/**
 * Whether Telegram answers anybody. Two sends in a row without an answer to anyone between them
 * make an outage; it ends with the first answer. Times are milliseconds on the monotonic clock.
 */
export class Outage {
  readonly #isPossible: boolean
  readonly #probation: number
  readonly #onChange: (isOn: boolean) => void
  #since: number | null = null
  /** The one send since the last answer that got none, with what to take back if it was no accident. */
  #unanswered: readonly number[] | null = null
  #endedAt = Number.NEGATIVE_INFINITY

  /**
   * @param isPossible without it every failure is an attempt
   * @param probation for so long after its end a failure is an attempt: who answers questions but
   *   takes no messages would be waited for endlessly
   * @param onChange told of its beginning and its end
   */
  constructor({
    isPossible,
    probation,
    onChange,
  }: {
    isPossible: boolean
    probation: number
    onChange: (isOn: boolean) => void
  }) {
    this.#isPossible = isPossible
    this.#probation = probation
    this.#onChange = onChange
  }

  get isOn(): boolean {
    return this.#since !== null
  }

  get mayBegin(): boolean {
    return this.#isPossible && !this.isOn
  }

  /** How long it has lasted; 0 when there is none. */
  lasted(now: number): number {
    return this.#since === null ? 0 : now - this.#since
  }

  unanswered({ seqs, begun }: Unanswered, now: number): Verdict {
    if (!this.#isPossible) return { counts: true, takenBack: [] }
    const isOnProbation = begun - this.#endedAt < this.#probation
    if (this.isOn) return { counts: isOnProbation, takenBack: [] }
    if (this.#unanswered === null) {
      this.#unanswered = isOnProbation ? [] : seqs
      return { counts: true, takenBack: [] }
    }
    const takenBack = this.#unanswered
    this.#unanswered = null
    this.#since = now
    this.#onChange(true)
    return { counts: isOnProbation, takenBack }
  }

  answered(now: number): void {
    if (this.isOn) this.#endedAt = now
    this.lapse()
  }

  /** Nobody waits any more, so nobody is asked. */
  lapse(): void {
    this.#unanswered = null
    if (!this.isOn) return
    this.#since = null
    this.#onChange(false)
  }
}
