import { linkAddress } from './link-address.ts'

/** A value on its way through a markup parser. */
export type Slot = {
  text: string
  /** The placeholder itself, because it has no value: it is shown as it stands, addresses included. */
  isPlaceholder: boolean
}

/** `symbol={{exchange}}:{{symbol}}` of a symbol that says on which market it is by itself. */
const MARKET_TWICE = /=(\w+):\1%3A/gi

/**
 * Values stand in the markup as marks of two lone low surrogates, their number in base 1024. A mark
 * can't be forged: the markup around it is well-formed Unicode, which has no lone surrogates, and
 * an HTML character reference to one is read as U+FFFD.
 */
export class Slots {
  readonly #slots: Slot[] = []

  /** The mark to put into the markup in the value's place. */
  add(slot: Slot): string {
    const number = this.#slots.push(slot) - 1
    return String.fromCharCode(0xdc00 + (number >> 10), 0xdc00 + (number & 0x3ff))
  }

  /** A text of the markup with the values in it. */
  inText(text: string): string {
    return text.replace(/\p{Cs}{2}/gu, mark => this.#at(mark).text)
  }

  /**
   * The address of a link, or undefined where it is none. A value that is the whole address is
   * taken as one; inside an address, values are percent-encoded.
   */
  inAddress(address: string): string | undefined {
    const trimmed = address.trim()
    if (/^\p{Cs}{2}$/u.test(trimmed)) return linkAddress(this.#at(trimmed).text)
    const filled = trimmed.replace(/\p{Cs}{2}/gu, mark => {
      const { text, isPlaceholder } = this.#at(mark)
      return isPlaceholder ? text : encodeURIComponent(text.toWellFormed())
    })
    return linkAddress(filled.replace(MARKET_TWICE, '=$1:'))
  }

  #at(mark: string): Slot {
    const number = ((mark.charCodeAt(0) - 0xdc00) << 10) + mark.charCodeAt(1) - 0xdc00
    return this.#slots[number] ?? { text: '', isPlaceholder: false }
  }
}
