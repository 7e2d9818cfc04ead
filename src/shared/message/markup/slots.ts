import { SECRET_MARK } from '../../payload/secrets-in-text.ts'
import { hasUnfilled } from '../../tradingview/unfilled.ts'
import { markedGap, markedValue } from '../gaps.ts'
import type { ReadersTime } from '../template/apply-filters.ts'
import { linkAddress, withMarketOnce } from './link-address.ts'
import type { MessageWriter } from './message-writer.ts'

/** A value that is inserted after the markup is parsed. */
export type Slot = {
  text: string
  /** True for a placeholder without a value, which is shown as written, in addresses too. */
  isPlaceholder: boolean
  /** Time that readers see instead of `text`, where Telegram allows one. */
  time?: ReadersTime | undefined
}

/**
 * Holds the values while the markup is parsed. In the markup, each value is replaced by a mark: two lone low
 * surrogates, the value's number in base 1024. No input can forge a mark: the markup is well-formed Unicode, which
 * has no lone surrogates, and an HTML character reference to one is read as U+FFFD.
 */
export class Slots {
  readonly #slots: Slot[] = []
  readonly #isMarked: boolean
  #hasTimes = false

  /** @param isMarked whether values and gaps are marked in texts, for `withoutGaps` */
  constructor({ isMarked = false } = {}) {
    this.#isMarked = isMarked
  }

  /** Stores a value. @returns its mark, which replaces it in the markup */
  add(slot: Slot): string {
    const number = this.#slots.push(slot) - 1
    if (slot.time) this.#hasTimes = true
    return String.fromCharCode(0xdc00 + (number >> 10), 0xdc00 + (number & 0x3ff))
  }

  /** A text of the markup with its values inserted. */
  inText(text: string): string {
    return text.replace(/\p{Cs}{2}/gu, mark => this.#textOf(this.#at(mark)))
  }

  /** Writes a text of the markup with its values inserted, times as `date_time` entities. */
  write(text: string, writer: MessageWriter): void {
    let end = 0
    for (const { 0: mark, index } of this.#hasTimes ? text.matchAll(/\p{Cs}{2}/gu) : []) {
      const slot = this.#at(mark)
      if (!slot.time) continue
      writer.text(this.inText(text.slice(end, index)))
      if (this.#isMarked) writer.text(markedValue(''))
      writer.open({ type: 'date_time', ...slot.time })
      writer.text(slot.text)
      writer.close()
      end = index + mark.length
    }
    writer.text(this.inText(text.slice(end)))
  }

  /** Mark for `withoutGaps` before a link: of a value if its address has a value, of a gap if it has only gaps. */
  markOf(address: string): string {
    const marks = this.#isMarked ? (address.match(/\p{Cs}{2}/gu) ?? []) : []
    if (marks.length === 0) return ''
    return marks.every(mark => this.#at(mark).isPlaceholder) ? markedGap('') : markedValue('')
  }

  /**
   * Address of a link; undefined if Telegram would not accept it, or if a value is unfilled or masked. A value that
   * is the whole address is inserted as is; within an address, values are percent-encoded. Gaps are allowed only as
   * the market before a symbol or as a parameter, and only beside a value: otherwise the link would lead elsewhere.
   */
  inAddress(written: string): string | undefined {
    const trimmed = this.#isMarked ? this.#withoutGaps(written.trim()) : written.trim()
    if (trimmed === undefined) return undefined
    const marks = trimmed.match(/\p{Cs}{2}/gu) ?? []
    const isUnusable = (mark: string) => {
      const { text, isPlaceholder } = this.#at(mark)
      return !isPlaceholder && (hasUnfilled(text) || text.includes(SECRET_MARK))
    }
    if (marks.some(isUnusable)) return undefined
    if (marks[0] === trimmed) return linkAddress(this.#at(trimmed).text)
    const filled = trimmed.replace(/\p{Cs}{2}/gu, mark => {
      const { text, isPlaceholder } = this.#at(mark)
      return isPlaceholder ? text : encodeURIComponent(text.toWellFormed())
    })
    return linkAddress(withMarketOnce(filled))
  }

  #withoutGaps(address: string): string | undefined {
    const marks = address.match(/\p{Cs}{2}/gu) ?? []
    const gaps = new Set(marks.filter(mark => this.#at(mark).isPlaceholder))
    if (gaps.size === 0) return address
    if (marks.every(mark => gaps.has(mark))) return undefined
    const closed = address
      .replace(/(\p{Cs}{2}):/gu, (found, mark) => (gaps.has(mark) ? '' : found))
      .replace(/=(\p{Cs}{2})(?=[&#]|$)/gu, (found, mark) => (gaps.has(mark) ? '=' : found))
    return (closed.match(/\p{Cs}{2}/gu) ?? []).some(mark => gaps.has(mark)) ? undefined : closed
  }

  #textOf({ text, isPlaceholder }: Slot): string {
    if (!this.#isMarked) return text
    return isPlaceholder ? markedGap(text) : markedValue(text)
  }

  #at(mark: string): Slot {
    const number = ((mark.charCodeAt(0) - 0xdc00) << 10) + mark.charCodeAt(1) - 0xdc00
    return this.#slots[number] ?? { text: '', isPlaceholder: false }
  }
}
