import { clock } from '#server/base/clock.ts'
import type { Telegram } from '#server/telegram/telegram.ts'

/** A send, look-up or probe without an answer from Telegram; `begun` is when it left. */
type Unanswered = { botId: string; seqs: readonly number[]; begun: number }

type Verdict = {
  /** True if the send counts as one of the alerts' three attempts. */
  counts: boolean
  /** Deliveries whose last attempt was counted and should not have been. */
  takenBack: readonly number[]
}

/** A bot's id, or null for an outage of all bots. */
export type OutageScope = string | null

/**
 * Outages by bot. Two sends of one bot in a row without an answer between them begin an outage of that bot; its first
 * answer ends it. Two sends of different bots without any answer between them begin an outage of all; the first
 * answer to any bot ends it, and another bot whose last send had no answer begins an outage of its own if its next send
 * has no answer either. Times are milliseconds on the monotonic clock.
 */
export class Outages {
  readonly #isPossible: boolean
  readonly #recovery: number
  readonly #onChange: (scope: OutageScope) => void
  /** Start of the outage of all bots; null without one. */
  #globalSince: number | null = null
  /** Bot of the last unanswered send; null once any bot was answered. */
  #lastUnanswered: string | null = null
  /** Bots with an unanswered send, or with a current or recent outage. */
  readonly #bots = new Map<string, BotState>()
  /** Time of each bot's last answer, latest last. */
  readonly #answeredAt = new Map<string, number>()

  /**
   * @param isPossible false: every failure counts as an attempt
   * @param recovery for this long after an outage ended, a failure counts as an attempt even if an outage begins again:
   *   otherwise alerts would wait forever for a Telegram that answers probes but takes no messages
   * @param onChange called when an outage begins or ends
   */
  constructor({
    isPossible,
    recovery,
    onChange,
  }: {
    isPossible: boolean
    recovery: number
    onChange: (scope: OutageScope) => void
  }) {
    this.#isPossible = isPossible
    this.#recovery = recovery
    this.#onChange = onChange
  }

  /** True during an outage of all bots. */
  get isGlobal(): boolean {
    return this.#globalSince !== null
  }

  /** Bots in an outage of their own, with its start. */
  get ofBots(): ReadonlyMap<string, number> {
    const starts = new Map<string, number>()
    for (const [botId, { since }] of this.#bots) if (since !== null) starts.set(botId, since)
    return starts
  }

  isOn(botId: string): boolean {
    return this.isGlobal || this.#sinceOf(botId) !== null
  }

  canBegin(botId: string): boolean {
    return this.#isPossible && !this.isOn(botId)
  }

  /** Milliseconds that the outage has lasted; 0 without one. */
  duration(scope: OutageScope, now: number): number {
    const own = scope === null ? null : this.#sinceOf(scope)
    return now - Math.min(this.#globalSince ?? now, own ?? now)
  }

  unanswered({ botId, seqs, begun }: Unanswered, now: number): Verdict {
    if (!this.#isPossible) return { counts: true, takenBack: [] }
    const state = this.#stateOf(botId)
    const isRecovering = begun - state.endedAt < this.#recovery
    if (this.isOn(botId)) {
      state.unanswered ??= []
      return { counts: isRecovering, takenBack: [] }
    }
    const isOwn = state.unanswered !== null
    const other = this.#lastUnanswered === botId ? null : this.#lastUnanswered
    this.#lastUnanswered = botId
    if (!isOwn && other === null) {
      state.unanswered = isRecovering ? [] : seqs
      return { counts: true, takenBack: [] }
    }
    const takenBack = this.#takeBack(isOwn ? botId : other)
    state.unanswered = []
    if (isOwn) state.since = now
    else this.#globalSince = now
    this.#onChange(isOwn ? botId : null)
    return { counts: isRecovering, takenBack }
  }

  answered(botId: string, now: number): void {
    this.#recordAnswer(botId, now)
    this.#lastUnanswered = null
    const state = this.isGlobal ? this.#stateOf(botId) : this.#bots.get(botId)
    if (!state) return
    if (this.isOn(botId)) state.endedAt = now
    state.unanswered = null
    this.end(null)
    this.end(botId)
  }

  /** Time of the bot's last answer; negative infinity if unknown. */
  answeredAt(botId: string): number {
    return this.#answeredAt.get(botId) ?? Number.NEGATIVE_INFINITY
  }

  /** Ends an outage: the bot was answered, or no alert waits for it. */
  end(scope: OutageScope): void {
    if (scope === null) {
      if (!this.isGlobal) return
      this.#globalSince = null
      this.#lastUnanswered = null
    } else {
      const state = this.#bots.get(scope)
      if (!state || state.since === null) return
      state.since = null
      state.unanswered = null
    }
    this.#onChange(scope)
  }

  /** Removes entries that no longer affect any send. */
  prune(now: number): void {
    for (const [botId, { unanswered, since, endedAt }] of this.#bots)
      if (
        unanswered === null &&
        since === null &&
        endedAt + this.#recovery + LONGEST_SEND_MS <= now
      )
        this.#bots.delete(botId)
  }

  #sinceOf(botId: string): number | null {
    return this.#bots.get(botId)?.since ?? null
  }

  #takeBack(botId: string | null): readonly number[] {
    const state = botId === null ? undefined : this.#bots.get(botId)
    const seqs = state?.unanswered ?? []
    if (state) state.unanswered = []
    return seqs
  }

  #stateOf(botId: string): BotState {
    const state = this.#bots.get(botId) ?? {
      unanswered: null,
      since: null,
      endedAt: Number.NEGATIVE_INFINITY,
    }
    this.#bots.set(botId, state)
    return state
  }

  #recordAnswer(botId: string, now: number): void {
    this.#answeredAt.delete(botId)
    this.#answeredAt.set(botId, now)
    const [oldest] = this.#answeredAt.keys()
    if (this.#answeredAt.size > MOST_ANSWERS && oldest !== undefined)
      this.#answeredAt.delete(oldest)
  }
}

/** Max duration of a send: the end of a bot's outage is remembered until sends that left in the recovery have ended. */
const LONGEST_SEND_MS = 25_000
/** Max bots whose last answer is remembered. */
const MOST_ANSWERS = 1_000

type BotState = {
  /**
   * Null: no unanswered send since the last answer. Else the deliveries of the first unanswered send, whose attempt
   * is taken back if an outage begins; empty if no attempt is to be taken back.
   */
  unanswered: readonly number[] | null
  /** Start of the bot's own outage; null without one. */
  since: number | null
  endedAt: number
}

/** Asks whether Telegram answers the bot; a refusal counts as an answer, and any answer ends the outage. */
export async function probeBot(
  { botId, token }: { botId: string; token: string },
  telegram: Telegram,
  outages: Outages,
): Promise<boolean> {
  const answer = await telegram.getMe(token)
  const isAnswered = answer.ok || answer.failure.kind !== 'no-answer'
  if (isAnswered) outages.answered(botId, clock.monotonic())
  return isAnswered
}
