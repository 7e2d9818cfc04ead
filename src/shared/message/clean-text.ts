/**
 * Text with the characters that Telegram would keep: it drops carriage returns, U+2028 to U+202E
 * and three combining marks, and makes other control characters a space. Done beforehand, so that
 * offsets count what will be shown. U+0000, which no store keeps, becomes U+FFFD, and so does half
 * of a surrogate pair.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\u{2028}-\u{202e}]|\u{30a}|\u{333}|\u{33f}/gu, '')
    .replace(/\p{Cc}/gu, control => {
      if (control === '\n') return control
      return control === '\0' ? '\u{fffd}' : ' '
    })
}

/** Whether Telegram sees nothing in a clean text. It refuses a message of nothing else. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Whether nothing of a text, as it was written, can be seen. */
export const isBlank = (text: string): boolean => isInvisible(cleanText(text))

/** What TDLib's `strip_empty_characters` takes for nothing; other blanks, such as U+3164, are sent. */
const INVISIBLE =
  /^[ \n\u{a0}\u{1680}\u{180e}\u{2000}-\u{200f}\u{202f}\u{205f}\u{2800}\u{3000}\u{feff}\u{fffc}\u{e0000}-\u{e007f}]*$/u
