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
