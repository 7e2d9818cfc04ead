import type { LengthUnit } from '#shared/message/split.ts'

/**
 * By what the Bot API servers of bots count the length of a message: code points, as Telegram's does, until one
 * refuses a message that is short enough by them. Known as long as the process lives.
 */
export class LengthUnits {
  readonly #utf16 = new Set<string>()

  of(botId: string): LengthUnit {
    return this.#utf16.has(botId) ? 'utf16' : 'code-points'
  }

  /** Its server refused a message as too long that was so by UTF-16 units alone. */
  countUtf16(botId: string): void {
    this.#utf16.add(botId)
  }
}
