/** A lane and its bot. */
type BotLane = { key: string; botId: string }

/** The flood waits that Telegram asked for. Times are milliseconds on the monotonic clock. */
export class FloodWaits {
  readonly #botWindow: number
  readonly #lanes = new Map<string, { botId: string; until: number; toldAt: number }>()
  readonly #bots = new Map<string, number>()

  /** @param botWindow two lanes of one bot that get a flood wait within this time stand for the whole bot */
  constructor(botWindow: number) {
    this.#botWindow = botWindow
  }

  waitFor({ key, botId }: BotLane, now: number): number {
    const until = Math.max(this.#lanes.get(key)?.until ?? 0, this.#bots.get(botId) ?? 0)
    return Math.max(0, until - now)
  }

  /** @returns how long the whole bot has to wait; 0 when only the lane has to */
  begin({ key, botId }: BotLane, wait: number, now: number): number {
    const until = now + wait
    const others = [...this.#lanes].filter(
      ([other, flood]) =>
        other !== key && flood.botId === botId && now - flood.toldAt <= this.#botWindow,
    )
    this.#lanes.set(key, { botId, until, toldAt: now })
    if (others.length === 0) return 0
    const ends = [until, this.#bots.get(botId) ?? 0, ...others.map(([, flood]) => flood.until)]
    const botUntil = Math.max(...ends)
    this.#bots.set(botId, botUntil)
    return botUntil - now
  }

  /** Adds the flood waits that another process stored, or this one before a restart. */
  merge({ key, botId }: BotLane, wait: { lane: number; bot: number }, now: number): void {
    const known = this.#lanes.get(key)
    if (wait.lane > 0 && wait.lane > (known?.until ?? 0) - now)
      this.#lanes.set(key, { botId, until: now + wait.lane, toldAt: known?.toldAt ?? LONG_AGO })
    if (wait.bot > 0 && wait.bot > (this.#bots.get(botId) ?? 0) - now)
      this.#bots.set(botId, now + wait.bot)
  }

  /** Drops what no longer affects any send. */
  prune(now: number): void {
    for (const [key, { until, toldAt }] of this.#lanes)
      if (Math.max(until, toldAt + this.#botWindow) <= now) this.#lanes.delete(key)
    for (const [botId, until] of this.#bots) if (until <= now) this.#bots.delete(botId)
  }
}

const LONG_AGO = Number.NEGATIVE_INFINITY
