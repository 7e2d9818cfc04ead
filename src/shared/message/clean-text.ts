/**
 * Cleans a text as Telegram does: drops carriage returns, U+2028 to U+202E and three combining characters, and
 * replaces other control characters with a space. Texts are cleaned before Telegram does it, so that the offsets
 * of entities stay right. U+0000, which PostgreSQL cannot store, and half surrogate pairs become U+FFFD.
 */
export function cleanText(text: string): string {
  if (text.isWellFormed() && !CHANGED.test(text)) return text
  return text
    .toWellFormed()
    .replace(/[\r\u{2028}-\u{202e}]|\u{30a}|\u{333}|\u{33f}/gu, '')
    .replace(/(?!\n)\p{Cc}/gu, control => (control === '\0' ? '\u{fffd}' : ' '))
}

/** Characters that cleaning changes; tested first, since most texts are already clean. */
const CHANGED = /(?!\n)[\p{Cc}\u{2028}-\u{202e}]|\u{30a}|\u{333}|\u{33f}/u

/** Whether a cleaned text is empty for Telegram, which refuses such a message. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Whether an uncleaned text has no visible character. Stops at the first visible one. */
export const isBlank = (text: string): boolean => BLANK.test(text)

/** The characters that TDLib's `strip_empty_characters` removes; it keeps other blanks, such as U+3164. */
const STRIPPED = String.raw` \n\u{a0}\u{1680}\u{180e}\u{2000}-\u{200f}\u{202f}\u{205f}\u{2800}\u{3000}\u{feff}\u{fffc}\u{e0000}-\u{e007f}`
/** Characters that cleaning drops, or replaces with a space. */
const CLEANED = String.raw`\u{1}-\u{1f}\u{7f}-\u{9f}\u{2028}-\u{202e}\u{30a}\u{333}\u{33f}`

const INVISIBLE = new RegExp(`^[${STRIPPED}]*$`, 'u')
const BLANK = new RegExp(`^[${STRIPPED}${CLEANED}]*$`, 'u')
