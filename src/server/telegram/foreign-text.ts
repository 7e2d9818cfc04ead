/**
 * Filters text from the network before it is shown. The answering server knows the token from the request's address,
 * and a proxy's error may quote it in another form.
 */

/** Max code units of an error text that are read, and that are repeated. */
const MAX_READ = 1_000
const MAX_REPEATED = 300
/** Code points; Telegram's limit for the title of a chat. */
const MAX_NAME = 128

/** Runs of the secret of this length reveal it; shorter runs occur in any text by chance. */
const TELLING_LENGTH = 8

const LEFT_OUT = '…'

/**
 * Returns the words of an error text, as the Bot API writes them. Other content (addresses, mixed letters and digits,
 * other encodings) is left out, and the whole text if it quotes the token.
 */
export function repeatableError(text: string, token: string): string {
  const words = text
    .slice(0, MAX_READ)
    .split(/\s+/)
    .map(word => (WORD.test(word) ? word : LEFT_OUT))
  const kept = words.filter((word, nth) => word !== LEFT_OUT || words[nth - 1] !== LEFT_OUT)
  const repeated = kept.join(' ').slice(0, MAX_REPEATED).toWellFormed()
  return quotesToken(repeated, token) ? LEFT_OUT : repeated
}

/** A word, a number, a name as `getUpdates` or one as `CHAT_RESTRICTED`, with punctuation. */
const WORD =
  /^["'«([]*(?:\p{Lu}?\p{Ll}{0,24}(?:['’-]\p{Ll}{1,24})?|[A-Za-z][a-z]{0,12}(?:[A-Z][a-z]{1,12}){1,3}|[A-Z_]{1,40}|\d{1,6})[\])"'»,.:;!?]*$/u

/** The name of a bot or chat on one line; empty when it has no visible character. */
export function repeatableName(name: string): string {
  const line = name
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return [...line.slice(0, 2 * MAX_NAME)].slice(0, MAX_NAME).join('')
}

/** Characters that change the text direction. */
const INVISIBLE = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu

/**
 * True if a text quotes the token's secret half or a part of it: in pieces, escaped for an address or for JSON, in
 * hexadecimal digits, or in Base64 at any offset.
 */
export function quotesToken(text: string, token: string): boolean {
  const runs = tellingRuns(token.slice(token.indexOf(':') + 1))
  return readings(text).some(reading => runs.some(run => reading.includes(run)))
}

/** The text and its unescaped forms, each reduced to letters and digits. */
function readings(text: string): string[] {
  const twice = unescaped(unescaped(text))
  return [text, unescaped(text), twice, unescaped(twice)].map(squeezed)
}

/** `%41`, `\u0041` and `\x41`; one pass, so that `%2541` is read as `%41`. */
const unescaped = (text: string): string =>
  text.replace(/(?:%|\\u00|\\x)([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

function tellingRuns(secret: string): string[] {
  const forms = [secret, Buffer.from(secret).toString('hex'), ...inBase64(secret)].map(squeezed)
  return forms.flatMap(form =>
    Array.from({ length: Math.max(0, form.length - TELLING_LENGTH + 1) }, (_, start) =>
      form.slice(start, start + TELLING_LENGTH),
    ),
  )
}

/** Base64 characters that depend on the secret alone, for each of its three offsets in a group of bytes. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].map(before => {
    const bytes = Buffer.from('\0'.repeat(before) + secret)
    const whole = Math.floor((bytes.length * 8) / 6)
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole)
  })

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
