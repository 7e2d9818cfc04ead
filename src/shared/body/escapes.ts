/** What backslashes mean in a text that may have been written without a thought for JSON. */

const ESCAPE = /\\(?:u[\da-f]{4}|["'\\/bfnrt])|\\/gi
const PATH = /(?<![\p{L}\p{N}])[a-z]:\\|^\\\\\w/iu

/**
 * The text that was meant. Escapes mean what they mean in JSON; any other backslash is a backslash,
 * and beside such a one, in a path, every one is that stands before no quote.
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

/** Whether the backslash that stands there is none of an escape. */
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
