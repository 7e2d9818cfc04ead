/** A lane and the bot that it belongs to. */
type BotLane = { key: string; botId: string }

/** Whom Telegram told to wait. Times are milliseconds on the monotonic clock. */
export class Holds {
  readonly #together: number
  readonly #lanes = new Map<string, { botId: string; until: number; toldAt: number }>()
  readonly #bots = new Map<string, number>()

  /** @param together two lanes of one bot that are told within this time stand for the whole bot */
  constructor(together: number) {
    this.#together = together
  }

  waitFor({ key, botId }: BotLane, now: number): number {
    const until = Math.max(this.#lanes.get(key)?.until ?? 0, this.#bots.get(botId) ?? 0)
    return Math.max(0, until - now)
  }

  /** @returns how long the bot as a whole has to wait; 0 when this is the lane's own affair */
  hold({ key, botId }: BotLane, wait: number, now: number): number {
    const until = now + wait
    const others = [...this.#lanes].filter(
      ([other, hold]) =>
        other !== key && hold.botId === botId && now - hold.toldAt <= this.#together,
    )
    this.#lanes.set(key, { botId, until, toldAt: now })
    if (others.length === 0) return 0
    const told = [until, this.#bots.get(botId) ?? 0, ...others.map(([, hold]) => hold.until)]
    const botUntil = Math.max(...told)
    this.#bots.set(botId, botUntil)
    return botUntil - now
  }

  /** What another process was told, this one's predecessor perhaps. */
  learn({ key, botId }: BotLane, wait: { lane: number; bot: number }, now: number): void {
    const known = this.#lanes.get(key)
    if (wait.lane > 0 && wait.lane > (known?.until ?? 0) - now)
      this.#lanes.set(key, { botId, until: now + wait.lane, toldAt: known?.toldAt ?? LONG_AGO })
    if (wait.bot > 0 && wait.bot > (this.#bots.get(botId) ?? 0) - now)
      this.#bots.set(botId, now + wait.bot)
  }

  forget(now: number): void {
    for (const [key, { until, toldAt }] of this.#lanes)
      if (Math.max(until, toldAt + this.#together) <= now) this.#lanes.delete(key)
    for (const [botId, until] of this.#bots) if (until <= now) this.#bots.delete(botId)
  }
}

const LONG_AGO = Number.NEGATIVE_INFINITY
