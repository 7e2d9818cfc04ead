/** Decodes a text that was encoded for a URL, a web page or a program. */

const ADDRESS_ESCAPE = /%(?:0A|0D|20)/i
const PROGRAM_ESCAPES = /\\u([\da-f]{4})/gi

/** Resolves URL escapes, if the text has `%0A`, `%0D` or `%20` but no white space, and program escapes (`\u5f88`). */
export function decodedText(text: string): string {
  const plain = ADDRESS_ESCAPE.test(text) && !/\s/.test(text) ? (decoded(text) ?? text) : text
  if (!plain.includes('\\u')) return plain
  const meant = plain.replace(PROGRAM_ESCAPES, (_found, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return meant.isWellFormed() && !meant.includes('\0') ? meant : plain
}

/** The text with its percent-encoding decoded, stray `%` kept; undefined if the encoded bytes are not UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'))
  } catch {
    return undefined
  }
}

const ENTITIES = new Map([
  ['quot', '"'],
  ['#34', '"'],
  ['#39', "'"],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
])

/** Resolves the HTML character references that JSON copied from a web page may contain. */
export const withoutReferences = (text: string): string =>
  text.replace(
    /&(quot|#34|#39|apos|lt|gt|amp);/g,
    (_found, name: string) => ENTITIES.get(name) ?? '',
  )
