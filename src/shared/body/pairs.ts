/** Reads `name=value` pairs, as in the command lines of bridges and bots. */

/** Minimum number of pairs; fewer may be plain text. */
const FEWEST = 3

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.\-]{0,60}`
const PAIR = new RegExp(String.raw`^(${NAME})[ \t]*=[ \t]*(.*)$`, 'su')
/** Second pair on a line: the line is a command in a language of its own. */
const ANOTHER = new RegExp(String.raw`(?:^|[\s|&;])${NAME}=`, 'u')

/**
 * JSON text of an object of pairs on separate lines or between semicolons; undefined if the text begins with a
 * bracket, quote or backtick, has fewer than three pairs, a name twice, or a piece that is not exactly one pair.
 */
export function pairsText(text: string): string | undefined {
  if (!text.includes('=') || /^[[{"`]/.test(text)) return undefined
  const pieces = text
    .split(/[;\n]/)
    .map(piece => piece.trim())
    .filter(piece => piece !== '')
  if (pieces.length < FEWEST) return undefined
  const fields = new Map<string, string>()
  for (const piece of pieces) {
    const [, name, value = ''] = PAIR.exec(piece) ?? []
    if (name === undefined || fields.has(name) || ANOTHER.test(value)) return undefined
    fields.set(name, unquoted(value))
  }
  return `{${[...fields].map(pair => pair.map(text => JSON.stringify(text)).join(':')).join(',')}}`
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value
