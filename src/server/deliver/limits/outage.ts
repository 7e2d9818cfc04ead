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
 * an answer to anybody between them make an outage of all, which ends with the first answer to
 * anybody; a bot that is not answered then either is in one of its own. Times are milliseconds on
 * the monotonic clock.
 */
export class Outage {
  readonly #isPossible: boolean
  readonly #probation: number
  readonly #onChange: (whose: Whose) => void
  /** Since when nobody is answered. */
  #since: number | null = null
  /** The bot of the last send that got no answer, where there was none to anybody since. */
  #unanswered: string | null = null
  /** Bots with a send that got no answer, or with an outage behind them. */
  readonly #bots = new Map<string, Doubt>()
  /** When the bots were answered that were so last; the latest stand at the end. */
  readonly #answeredAt = new Map<string, number>()

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
    const doubt = this.#doubtOf(botId)
    const isOnProbation = begun - doubt.endedAt < this.#probation
    if (this.isOn(botId)) {
      doubt.unanswered ??= []
      return { counts: isOnProbation, takenBack: [] }
    }
    const isOwn = doubt.unanswered !== null
    const other = this.#unanswered === botId ? null : this.#unanswered
    this.#unanswered = botId
    if (!isOwn && other === null) {
      doubt.unanswered = isOnProbation ? [] : seqs
      return { counts: true, takenBack: [] }
    }
    const takenBack = this.#takeBack(isOwn ? botId : other)
    doubt.unanswered = []
    if (isOwn) doubt.since = now
    else this.#since = now
    this.#onChange(isOwn ? botId : null)
    return { counts: isOnProbation, takenBack }
  }

  answered(botId: string, now: number): void {
    this.#note(botId, now)
    this.#unanswered = null
    const doubt = this.isOfAll ? this.#doubtOf(botId) : this.#bots.get(botId)
    if (!doubt) return
    if (this.isOn(botId)) doubt.endedAt = now
    doubt.unanswered = null
    this.lapse(null)
    this.lapse(botId)
  }

  /** When the bot was answered last, as far as that is known. */
  answeredAt(botId: string): number {
    return this.#answeredAt.get(botId) ?? Number.NEGATIVE_INFINITY
  }

  /** It is over; or nobody waits for it any more, so nobody asks. */
  lapse(whose: Whose): void {
    if (whose === null) {
      if (!this.isOfAll) return
      this.#since = null
      this.#unanswered = null
    } else {
      const doubt = this.#bots.get(whose)
      if (!doubt || doubt.since === null) return
      doubt.since = null
      doubt.unanswered = null
    }
    this.#onChange(whose)
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

  #takeBack(botId: string | null): readonly number[] {
    const doubt = botId === null ? undefined : this.#bots.get(botId)
    const seqs = doubt?.unanswered ?? []
    if (doubt) doubt.unanswered = []
    return seqs
  }

  #doubtOf(botId: string): Doubt {
    const doubt = this.#bots.get(botId) ?? {
      unanswered: null,
      since: null,
      endedAt: Number.NEGATIVE_INFINITY,
    }
    this.#bots.set(botId, doubt)
    return doubt
  }

  #note(botId: string, now: number): void {
    this.#answeredAt.delete(botId)
    this.#answeredAt.set(botId, now)
    const [oldest] = this.#answeredAt.keys()
    if (this.#answeredAt.size > WITNESSES && oldest !== undefined) this.#answeredAt.delete(oldest)
  }
}

/** Bots of which it is remembered when they were answered. */
const WITNESSES = 1_000

type Doubt = {
  /** Null: none since its last answer; else what to take back of the first, if that was no accident. */
  unanswered: readonly number[] | null
  /** Since when the bot is in an outage of its own. */
  since: number | null
  endedAt: number
}
