export interface JsonToken {
  kind: 'key' | 'value' | 'punctuation'
  text: string
}

const TOKEN =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<value>"(?:[^"\\]|\\.)*"|[^"{}[\],:\s]+)|[{}[\],:\s]+/g

/** JSON text in pieces that, joined, give the very same text; white space goes with punctuation. */
export const jsonTokens = (json: string): JsonToken[] =>
  Array.from(json.matchAll(TOKEN), ({ 0: text, groups }) => ({
    kind: groups?.key ? 'key' : groups?.value ? 'value' : 'punctuation',
    text,
  }))
