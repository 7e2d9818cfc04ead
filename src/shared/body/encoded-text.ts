/** Reads a text that was encoded for an address, a page or a program on its way. */

const ADDRESS_ESCAPE = /%(?:0A|0D|20)/i
const PROGRAM_ESCAPES = /\\u([\da-f]{4})/gi

/** The text with escapes of addresses (`%0A`, where no blank is in it) and of programs (`\u5f88`) resolved. */
export function decodedText(text: string): string {
  const plain = ADDRESS_ESCAPE.test(text) && !/\s/.test(text) ? (decoded(text) ?? text) : text
  if (!plain.includes('\\u')) return plain
  const meant = plain.replace(PROGRAM_ESCAPES, (_found, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return meant.isWellFormed() && !meant.includes('\0') ? meant : plain
}

/** Undefined where the bytes are not UTF-8. */
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

/** The text with the character references that JSON meets in a page. */
export const withoutReferences = (text: string): string =>
  text.replace(
    /&(quot|#34|#39|apos|lt|gt|amp);/g,
    (_found, name: string) => ENTITIES.get(name) ?? '',
  )
