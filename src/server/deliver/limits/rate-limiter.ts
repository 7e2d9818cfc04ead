import { allowedAt, type BurstLimit, spendOne } from '#server/base/burst-limit.ts'
import type { RateLimits, WindowLimit } from '#server/deliver/rate-limits.ts'
import { isGroup } from '#server/store/queue/lane-key.ts'

/** A bot and the chat that it writes to. */
export type BotChat = { botId: string; chatId: string }

type ChatUse = {
  limit: BurstLimit
  window: WindowLimit | null
  /** Time at which all messages so far would have left at one each interval. */
  spentUntil: number
  /** Departure times of the latest messages. */
  sent: number[]
}

/** Keeps to Telegram's limits, so that Telegram asks for no flood wait. Times are on the monotonic clock. */
export class RateLimiter {
  readonly #limits: RateLimits
  readonly #chats = new Map<string, ChatUse>()
  /** Slots of each bot's latest messages, ascending; some are in the future. */
  readonly #bots = new Map<string, number[]>()

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /** Milliseconds until the chat takes another message. */
  waitFor(chat: BotChat, now: number): number {
    const use = this.#chats.get(keyOf(chat))
    if (!use) return 0
    const { limit, window, spentUntil, sent } = use
    const byBurst = allowedAt(limit, spentUntil)
    const byWindow = window ? (sent.at(-window.most) ?? LONG_AGO) + window.window : 0
    return Math.max(0, byBurst - now, byWindow - now)
  }

  /** Time at which the bot may send its next message, over all its chats. */
  nextSlot(botId: string, now: number): number {
    const { most, window } = this.#limits.bot
    return Math.max(now, (this.#bots.get(botId)?.at(-most) ?? LONG_AGO) + window)
  }

  /** @returns the time of the reserved slot */
  reserveSlot(botId: string, now: number): number {
    const slot = this.nextSlot(botId, now)
    const slots = this.#bots.get(botId) ?? []
    slots.push(slot)
    if (slots.length > this.#limits.bot.most) slots.shift()
    this.#bots.set(botId, slots)
    return slot
  }

  /** Gives an unused slot back. */
  releaseSlot(botId: string, slot: number): void {
    const slots = this.#bots.get(botId) ?? []
    const nth = slots.lastIndexOf(slot)
    if (nth >= 0) this.#bots.set(botId, slots.toSpliced(nth, 1))
  }

  /** Moves a slot: the message leaves later than reserved and counts from then on. */
  moveSlot(botId: string, slot: number, now: number): void {
    this.releaseSlot(botId, slot)
    const slots = this.#bots.get(botId) ?? []
    this.#bots.set(
      botId,
      [...slots, now].toSorted((a, b) => a - b),
    )
  }

  /** Counts a message to the chat when it leaves. */
  recordSent(chat: BotChat, now: number): void {
    const use = this.#chatUse(chat)
    use.spentUntil = spendOne(use.limit, use.spentUntil, now)
    if (!use.window) return
    use.sent.push(now)
    if (use.sent.length > use.window.most) use.sent.shift()
  }

  /**
   * Milliseconds back from now within which messages that this limiter has not counted still count for the chat. 0 for
   * a chat that it has counted, and for a private chat, whose earlier messages would hardly count any more.
   */
  recentSendsWindow(chat: BotChat): number {
    if (this.#chats.has(keyOf(chat)) || !isGroup(chat)) return 0
    return this.#limits.groupWindow.window
  }

  dropBot(botId: string): void {
    for (const key of this.#chats.keys()) if (key.startsWith(`${botId}:`)) this.#chats.delete(key)
  }

  /** Removes entries that no longer affect any send. */
  prune(now: number): void {
    for (const [key, { window, spentUntil, sent }] of this.#chats)
      if (spentUntil <= now && (sent.at(-1) ?? 0) + (window?.window ?? 0) <= now)
        this.#chats.delete(key)
    for (const [botId, slots] of this.#bots)
      if ((slots.at(-1) ?? 0) + this.#limits.bot.window <= now) this.#bots.delete(botId)
  }

  #chatUse(chat: BotChat): ChatUse {
    const key = keyOf(chat)
    let use = this.#chats.get(key)
    if (!use) {
      const limit = isGroup(chat) ? this.#limits.group : this.#limits.privateChat
      const window = isGroup(chat) ? this.#limits.groupWindow : null
      use = { limit, window, spentUntil: LONG_AGO, sent: [] }
      this.#chats.set(key, use)
    }
    return use
  }
}

const LONG_AGO = Number.NEGATIVE_INFINITY

const keyOf = ({ botId, chatId }: BotChat): string => `${botId}:${chatId}`
