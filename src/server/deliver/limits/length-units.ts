import type { LengthUnit } from '#shared/message/split.ts'

/**
 * Unit in which each bot's Bot API server measures message length: code points like Telegram's, or UTF-16 once the
 * server has refused a message that is short enough in code points. Kept in memory while the process lives.
 */
export class LengthUnits {
  readonly #utf16 = new Set<string>()

  of(botId: string): LengthUnit {
    return this.#utf16.has(botId) ? 'utf16' : 'code-points'
  }

  /** Records that the bot's server refused a message as too long that is too long only in UTF-16 units. */
  countUtf16(botId: string): void {
    this.#utf16.add(botId)
  }
}
