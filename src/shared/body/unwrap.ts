import { withoutReferences } from './encoded-text.ts'
import { textMeant } from './escapes.ts'
import { withoutFooter } from './footer.ts'
import { pairsText } from './pairs.ts'

/** `at`: where the object begins in the wrapped text; undefined if encoded there, or read from a form or pairs. */
export type Unwrapped = { text: string; at: number | undefined }

/** Most wrappings of one body, such as JSON in a string in a string: more do not happen by accident. */
export const MAX_WRAPPINGS = 3
const FENCE = '```'

/**
 * Extracts an object, or a list of objects, from its wrapping: a code fence, quotes with or without escapes, HTML
 * character references, a form, pairs, an e-mail with its footer. Any other text is returned as is.
 */
export function unwrap(text: string): Unwrapped {
  const body = withoutFooter(text)
  let inner: Unwrapped = { text: body, at: 0 }
  for (let wrappings = 0; wrappings < MAX_WRAPPINGS; wrappings += 1) {
    const next =
      withoutFence(inner) ??
      withoutQuotes(inner) ??
      withoutEscapes(inner) ??
      withoutPageReferences(inner)
    if (!next) break
    inner = next
  }
  const fields = formText(inner.text) ?? pairsText(inner.text)
  if (fields !== undefined) return { text: fields, at: undefined }
  return body !== text && !/^[[{]/.test(inner.text) ? { text, at: 0 } : inner
}

function withoutFence({ text, at }: Unwrapped): Unwrapped | undefined {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return undefined
  const [opening = ''] = /^```[\w-]*\s*/.exec(text) ?? []
  const inside = text.slice(opening.length, -FENCE.length).trimEnd()
  return { text: inside, at: at === undefined ? undefined : at + opening.length }
}

/** Unwraps a JSON string that contains the object, or an object in quotes without escapes. */
function withoutQuotes({ text, at }: Unwrapped): Unwrapped | undefined {
  const [quotes = ''] = /^"+(?=\s*[[{]\s*["{])/.exec(text) ?? []
  if (quotes.length > 1 && text.endsWith(quotes))
    return {
      text: text.slice(quotes.length, -quotes.length).trim(),
      at: at === undefined ? undefined : at + text.search(/[[{]/),
    }
  if (!/^"(?:\s|\\[nrt"\\])*\{/.test(text) || !text.endsWith('"')) return undefined
  const inside = text.slice(1, -1)
  if (/^\s*\{\s*"/.test(inside))
    return { text: inside.trim(), at: at === undefined ? undefined : at + text.indexOf('{') }
  return { text: textMeant(inside).trim(), at: undefined }
}

/** Unwraps an object whose quotes are all escaped, as in program source. */
function withoutEscapes({ text }: Unwrapped): Unwrapped | undefined {
  if (!/^\{(?:\s|\\[nrt])*\\"/.test(text)) return undefined
  return { text: textMeant(text).trim(), at: undefined }
}

/** Unwraps an object whose quotes are HTML character references. */
function withoutPageReferences({ text }: Unwrapped): Unwrapped | undefined {
  if (!/^[[{]\s*(?:\{\s*)?&(?:quot|#34);/.test(text)) return undefined
  return { text: withoutReferences(text), at: undefined }
}

/** The object that a URL-encoded form holds or is, as JSON text. */
function formText(text: string): string | undefined {
  const [, encoded] = /^(?:[\w-]+=)?(%7B[^\s&=]*%7D)=?$/i.exec(text) ?? []
  if (encoded) return decoded(encoded)
  const [, plain] = /^[\w-]+=(\{.*\})$/s.exec(text) ?? []
  if (plain) return plain
  const pairs = joinedPairs(text)
  // A single pair may be plain text.
  if (pairs.length < 2 || !pairs.every(pair => PAIR.test(pair))) return undefined
  return fieldsText(pairs, /%[\da-f]{2}/i.test(text))
}

/** Pairs of a form. From three pairs on, an ampersand without a `name=` after it belongs to the value before it. */
function joinedPairs(text: string): string[] {
  const pairs: string[] = []
  const pieces = text.split('&')
  const isForm = pieces.filter(piece => piece.includes('=')).length > 2
  for (const piece of pieces) {
    const before = pairs.at(-1)
    if (isForm && before !== undefined && /^[\w.-]+$/.test(piece))
      pairs[pairs.length - 1] = `${before}&${piece}`
    else pairs.push(piece)
  }
  return pairs
}

/** Strict, because plain text may contain `=` and `&` too. */
const PAIR = /^[a-z_][\w.[\]-]*=[\w.%+*~:,/@!$&-]*$/i

/** @returns undefined if a value cannot be decoded, or a name has two values: an object would lose one */
function fieldsText(pairs: readonly string[], isEncoded: boolean): string | undefined {
  const distinct = [...new Set(pairs)]
  const names = new Set(distinct.map(pair => pair.split('=', 1)[0]))
  if (names.size < distinct.length) return undefined
  const fields = distinct.map(pair => {
    const [name = '', written = ''] = pair.split('=')
    const value = isEncoded ? decoded(written) : written
    return value === undefined ? undefined : `${JSON.stringify(name)}:${JSON.stringify(value)}`
  })
  return fields.includes(undefined) ? undefined : `{${fields.join(',')}}`
}

/** Decoded text; undefined if the bytes are not UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
