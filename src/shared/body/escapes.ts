/** Reads backslashes in a text whose author may not have known JSON's escapes. */

const ESCAPE = /\\(?:u[\da-fA-F]{4}|["'\\/bfnrt])|\\/g
const PATH = /(?<![\p{L}\p{N}])[a-z]:\\|^\\\\\w/iu

/**
 * The text with its escapes resolved. A backslash that begins no escape of JSON is literal. In a path
 * with such a backslash, every backslash that is not before a quote is literal.
 */
export function textMeant(written: string): string {
  const escapes = written.match(ESCAPE)
  if (!escapes) return written
  const isPath = escapes.includes('\\') && PATH.test(written)
  return written.replace(ESCAPE, found => {
    if (found === '\\' || (isPath && !/["']$/.test(found))) return found
    const code = Number.parseInt(found.slice(2), 16)
    return meanings.get(found.charAt(1)) ?? String.fromCharCode(code)
  })
}

/** Whether the backslash at the position is literal, not the beginning of an escape. */
export function isPlainBackslash(text: string, at: number): boolean {
  ESCAPE.lastIndex = at
  return ESCAPE.exec(text)?.[0] === '\\'
}

const meanings = new Map([
  ...['"', "'", '\\', '/'].map(character => [character, character] as const),
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
