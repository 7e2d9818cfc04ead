import { placedKeys, replacePlaceholders } from '#shared/tradingview/chart-placeholders.ts'

export interface JsonToken {
  kind: 'key' | 'value' | 'punctuation' | 'placeholder'
  text: string
}

const TOKEN =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<value>"(?:[^"\\]|\\.)*"|"|[^"{}[\],:\s]+)|[{}[\],:\s]+/g

/**
 * Splits a text, JSON or not, into pieces that join to the very same text; white space belongs to punctuation. A
 * TradingView placeholder is a piece of its own, whatever is around it.
 */
export const jsonTokens = (text: string): JsonToken[] =>
  Array.from(withoutPlaceholders(text).matchAll(TOKEN), ({ 0: { length }, index, groups }) =>
    pieces({
      kind: groups?.key ? 'key' : groups?.value ? 'value' : 'punctuation',
      text: text.slice(index, index + length),
    }),
  ).flat()

/** Puts zeros of the same length in place of placeholders, which may contain quotes that are not JSON's. */
const withoutPlaceholders = (text: string): string =>
  replacePlaceholders(text, ({ from, to }) => '0'.repeat(to - from))

function pieces({ kind, text }: JsonToken): JsonToken[] {
  const found: JsonToken[] = []
  let end = 0
  for (const { from, to } of placedKeys(text)) {
    found.push({ kind, text: text.slice(end, from) })
    found.push({ kind: 'placeholder', text: text.slice(from, to) })
    end = to
  }
  return [...found, { kind, text: text.slice(end) }].filter(piece => piece.text !== '')
}
