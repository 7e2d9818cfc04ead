/** A send that Telegram did not answer; `begun` is when it left. */
type Unanswered = { botId: string; seqs: readonly number[]; begun: number }

type Verdict = {
  /** Whether it is one of the alerts' three attempts. */
  counts: boolean
  /** Deliveries whose last attempt was counted and should not have been. */
  takenBack: readonly number[]
}

/** A bot's; null: everybody's. */
export type Whose = string | null

/**
 * Whom Telegram does not answer. Two sends of a bot in a row without an answer to it between them
 * make an outage of that bot, which ends with the first answer to it. Two of different bots without
 * an answer to anybody between them make an outage of all; it ends with the first answer to anybody,
 * except for the bots that are in one of their own. Times are milliseconds on the monotonic clock.
 */
export class Outage {
  readonly #isPossible: boolean
  readonly #probation: number
  readonly #onChange: (whose: Whose) => void
  /** Since when nobody is answered. */
  #since: number | null = null
  #endedAt = Number.NEGATIVE_INFINITY
  /** The send that got no answer, where there was none to anybody since. */
  #unanswered: Pick<Unanswered, 'botId' | 'seqs'> | null = null
  /** Bots with a send that got no answer. */
  readonly #bots = new Map<string, Doubt>()

  /**
   * @param isPossible without it every failure is an attempt
   * @param probation for so long after its end a failure is an attempt: who answers questions but
   *   takes no messages would be waited for endlessly
   * @param onChange told whose outage has begun or ended
   */
  constructor({
    isPossible,
    probation,
    onChange,
  }: {
    isPossible: boolean
    probation: number
    onChange: (whose: Whose) => void
  }) {
    this.#isPossible = isPossible
    this.#probation = probation
    this.#onChange = onChange
  }

  /** Whether nobody is answered at all. */
  get isOfAll(): boolean {
    return this.#since !== null
  }

  /** The bots that are in an outage of their own, and since when. */
  get ofBots(): ReadonlyMap<string, number> {
    const silent = new Map<string, number>()
    for (const [botId, { since }] of this.#bots) if (since !== null) silent.set(botId, since)
    return silent
  }

  isOn(botId: string): boolean {
    return this.isOfAll || this.#sinceOf(botId) !== null
  }

  mayBegin(botId: string): boolean {
    return this.#isPossible && !this.isOn(botId)
  }

  /** How long it has lasted for the bot, or for all; 0 when there is none. */
  lasted(whose: Whose, now: number): number {
    const own = whose === null ? null : this.#sinceOf(whose)
    return now - Math.min(this.#since ?? now, own ?? now)
  }

  unanswered({ botId, seqs, begun }: Unanswered, now: number): Verdict {
    if (!this.#isPossible) return { counts: true, takenBack: [] }
    const doubt = this.#bots.get(botId) ?? { ...NO_DOUBT }
    // An answer to somebody else says nothing of a bot that is in an outage of its own.
    const endedAt = doubt.since === null ? Math.max(this.#endedAt, doubt.endedAt) : doubt.endedAt
    const isOnProbation = begun - endedAt < this.#probation
    if (this.isOn(botId)) return { counts: isOnProbation, takenBack: [] }
    this.#bots.set(botId, doubt)
    const isOfAll = this.#unanswered !== null && this.#unanswered.botId !== botId
    if (!isOfAll && doubt.unanswered === null) {
      doubt.unanswered = isOnProbation ? [] : seqs
      this.#unanswered = { botId, seqs: doubt.unanswered }
      return { counts: true, takenBack: [] }
    }
    const others = isOfAll ? (this.#unanswered?.seqs ?? []) : []
    const takenBack = [...others, ...(doubt.unanswered ?? [])]
    doubt.unanswered = null
    this.#unanswered = { botId, seqs: [] }
    if (isOfAll) this.#since = now
    else doubt.since = now
    this.#onChange(isOfAll ? null : botId)
    return { counts: isOnProbation, takenBack }
  }

  answered(botId: string, now: number): void {
    this.#unanswered = null
    if (this.isOfAll) {
      this.#endedAt = now
      this.#endOfAll()
    }
    const doubt = this.#bots.get(botId)
    if (!doubt) return
    if (doubt.since !== null) doubt.endedAt = now
    this.#endOf(botId, doubt)
  }

  /** Nobody waits for it any more, so nobody asks. */
  lapse(whose: Whose): void {
    if (whose === null) this.#endOfAll()
    else this.#endOf(whose, this.#bots.get(whose) ?? { ...NO_DOUBT })
  }

  /** Lets go of what has no bearing on anything to come. */
  forget(now: number): void {
    for (const [botId, { unanswered, since, endedAt }] of this.#bots)
      if (unanswered === null && since === null && endedAt + this.#probation <= now)
        this.#bots.delete(botId)
  }

  #sinceOf(botId: string): number | null {
    return this.#bots.get(botId)?.since ?? null
  }

  #endOfAll(): void {
    this.#unanswered = null
    for (const doubt of this.#bots.values()) doubt.unanswered = null
    if (!this.isOfAll) return
    this.#since = null
    this.#onChange(null)
  }

  #endOf(botId: string, doubt: Doubt): void {
    doubt.unanswered = null
    if (doubt.since === null) return
    doubt.since = null
    this.#onChange(botId)
  }
}

type Doubt = {
  /** What to take back of the one send that got no answer, if it was no accident. */
  unanswered: readonly number[] | null
  /** Since when the bot is in an outage of its own. */
  since: number | null
  endedAt: number
}

const NO_DOUBT: Doubt = { unanswered: null, since: null, endedAt: Number.NEGATIVE_INFINITY }
