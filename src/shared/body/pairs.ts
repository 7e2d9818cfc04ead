/** Reads `name=value` pairs, as command lines of bridges and bots have them. */

/** Fewer may be plain text. */
const FEWEST = 3

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.\-]{0,60}`
const PAIR = new RegExp(String.raw`^(${NAME})[ \t]*=[ \t]*(.*)$`, 'su')
/** A second pair on the line: it is a command line of its own language. */
const ANOTHER = new RegExp(String.raw`(?:^|[\s|&;])${NAME}=`, 'u')

/**
 * The JSON text of an object of pairs, one on each line or between semicolons; undefined where there are
 * fewer than three, where one name comes twice, or where anything else stands between them.
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
