/** A lane and its bot. */
type BotLane = { key: string; botId: string }

/** The flood waits that Telegram asked for. Times are milliseconds on the monotonic clock. */
export class FloodWaits {
  readonly #botWindow: number
  readonly #sameEnd: number
  readonly #lanes = new Map<string, { botId: string; until: number; toldAt: number }>()
  readonly #bots = new Map<string, number>()

  /**
   * @param limits.botWindow if two lanes of one bot get a flood wait within this time, the whole bot waits
   * @param limits.sameEnd waits that end at most this far apart are one limit of the whole bot, which waits until the
   *   later end; otherwise it waits until the earliest
   */
  constructor({ botWindow, sameEnd }: { botWindow: number; sameEnd: number }) {
    this.#botWindow = botWindow
    this.#sameEnd = sameEnd
  }

  waitFor({ key, botId }: BotLane, now: number): number {
    const until = Math.max(this.#lanes.get(key)?.until ?? 0, this.#bots.get(botId) ?? 0)
    return Math.max(0, until - now)
  }

  /**
   * Starts a flood wait of the lane.
   * @returns milliseconds that the whole bot has to wait; 0 if only the lane has to
   */
  begin({ key, botId }: BotLane, wait: number, now: number): number {
    const until = now + wait
    const others = [...this.#lanes].filter(
      ([other, flood]) =>
        other !== key && flood.botId === botId && now - flood.toldAt <= this.#botWindow,
    )
    this.#lanes.set(key, { botId, until, toldAt: now })
    if (others.length === 0) return 0
    const ends = [until, ...others.map(([, flood]) => flood.until)].sort((a, b) => a - b)
    const botUntil = Math.max(this.#bots.get(botId) ?? 0, this.#endOfBot(ends))
    this.#bots.set(botId, botUntil)
    return Math.max(0, botUntil - now)
  }

  /** @param ends ends of several lanes' waits, in ascending order */
  #endOfBot(ends: readonly number[]): number {
    const [earliest = 0] = ends
    const together = ends.findLast(
      (end, nth) => nth > 0 && end - (ends[nth - 1] ?? 0) <= this.#sameEnd,
    )
    return together ?? earliest
  }

  /** Adds flood waits stored by another process, or by this one before a restart. */
  merge({ key, botId }: BotLane, wait: { lane: number; bot: number }, now: number): void {
    const known = this.#lanes.get(key)
    if (wait.lane > 0 && wait.lane > (known?.until ?? 0) - now)
      this.#lanes.set(key, { botId, until: now + wait.lane, toldAt: known?.toldAt ?? LONG_AGO })
    if (wait.bot > 0 && wait.bot > (this.#bots.get(botId) ?? 0) - now)
      this.#bots.set(botId, now + wait.bot)
  }

  /** Removes entries that no longer affect any send. */
  prune(now: number): void {
    for (const [key, { until, toldAt }] of this.#lanes)
      if (Math.max(until, toldAt + this.#botWindow) <= now) this.#lanes.delete(key)
    for (const [botId, until] of this.#bots) if (until <= now) this.#bots.delete(botId)
  }
}

const LONG_AGO = Number.NEGATIVE_INFINITY
