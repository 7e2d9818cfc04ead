/** At most `burst` at once, then one an `interval`. Milliseconds. */
type Rate = { burst: number; interval: number }
/** At most `most` in any `span`. Milliseconds. */
type Ceiling = { most: number; span: number }

/** How much Telegram takes before it asks for a pause. */
export type Rates = { private: Rate; shared: Rate; sharedCeiling: Ceiling; bot: Ceiling }

/** A bot and the chat that it writes to. */
export type Route = { botId: string; chatId: string }

type Chat = {
  rate: Rate
  ceiling: Ceiling | null
  /** When everything sent so far would have left at one an interval. */
  spentUntil: number
  /** When the latest messages left. */
  sent: number[]
}

/** Keeps Telegram's limits before Telegram has to say so. Times are on the monotonic clock. */
export class Budget {
  readonly #rates: Rates
  readonly #chats = new Map<string, Chat>()
  /** When the latest messages of each bot leave, some of them in the future. */
  readonly #bots = new Map<string, number[]>()

  constructor(rates: Rates) {
    this.#rates = rates
  }

  /** Milliseconds until the chat takes another message. */
  waitFor(route: Route, now: number): number {
    const chat = this.#chats.get(keyOf(route))
    if (!chat) return 0
    const { rate, ceiling, spentUntil, sent } = chat
    const byRate = spentUntil - (rate.burst - 1) * rate.interval
    const byCeiling = ceiling
      ? (sent.at(-ceiling.most) ?? Number.NEGATIVE_INFINITY) + ceiling.span
      : 0
    return Math.max(0, byRate - now, byCeiling - now)
  }

  /** When the bot's next turn comes, for whoever takes it now. */
  turnOf(botId: string, now: number): number {
    const { most, span } = this.#rates.bot
    return Math.max(now, (this.#bots.get(botId)?.at(-most) ?? Number.NEGATIVE_INFINITY) + span)
  }

  /** @returns when the turn comes that is the caller's from now on */
  takeTurn(botId: string, now: number): number {
    const turn = this.turnOf(botId, now)
    const turns = this.#bots.get(botId) ?? []
    this.#bots.set(botId, [...turns, turn].slice(-this.#rates.bot.most))
    return turn
  }

  /** Counts a message to the chat at the moment at which it leaves. */
  count(route: Route, now: number): void {
    const chat = this.#chatFor(route)
    chat.spentUntil = Math.max(chat.spentUntil, now) + chat.rate.interval
    if (chat.ceiling) chat.sent = [...chat.sent, now].slice(-chat.ceiling.most)
  }

  /**
   * Milliseconds back from now that still count for the chat, where nothing is known of it: what was
   * sent to a person since then would hardly count any more.
   */
  oblivion(route: Route): number {
    if (this.#chats.has(keyOf(route)) || !isShared(route)) return 0
    return this.#rates.sharedCeiling.span
  }

  forgetBot(botId: string): void {
    for (const key of this.#chats.keys()) if (key.startsWith(`${botId}:`)) this.#chats.delete(key)
  }

  /** Lets go of what has no bearing on anything to come. */
  forget(now: number): void {
    for (const [key, { ceiling, spentUntil, sent }] of this.#chats)
      if (spentUntil <= now && (sent.at(-1) ?? 0) + (ceiling?.span ?? 0) <= now)
        this.#chats.delete(key)
    for (const [botId, turns] of this.#bots)
      if ((turns.at(-1) ?? 0) + this.#rates.bot.span <= now) this.#bots.delete(botId)
  }

  #chatFor(route: Route): Chat {
    const key = keyOf(route)
    let chat = this.#chats.get(key)
    if (!chat) {
      const rate = isShared(route) ? this.#rates.shared : this.#rates.private
      const ceiling = isShared(route) ? this.#rates.sharedCeiling : null
      chat = { rate, ceiling, spentUntil: Number.NEGATIVE_INFINITY, sent: [] }
      this.#chats.set(key, chat)
    }
    return chat
  }
}

/** A group or a channel, by number or by name. */
const isShared = ({ chatId }: Route): boolean => !/^\d/.test(chatId)

const keyOf = ({ botId, chatId }: Route): string => `${botId}:${chatId}`
