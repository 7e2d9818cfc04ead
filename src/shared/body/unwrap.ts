import { textMeant } from './escapes.ts'

/** Where the text of an object begins in what it was wrapped in; undefined: it stands there encoded. */
export type Unwrapped = { text: string; at: number | undefined }

/** JSON in a text in a text: nobody wraps it deeper by accident. */
const MOST_WRAPPINGS = 3
const FENCE = '```'

/**
 * What an object was wrapped in on its way: a fence, quotes with escapes or without, a form. What
 * holds no object stays as it is.
 */
export function unwrap(text: string): Unwrapped {
  let inner: Unwrapped = { text, at: 0 }
  for (let wrappings = 0; wrappings < MOST_WRAPPINGS; wrappings += 1) {
    const next = withoutFence(inner) ?? withoutQuotes(inner) ?? withoutEscapes(inner)
    if (!next) break
    inner = next
  }
  const form = formText(inner.text)
  return form === undefined ? inner : { text: form, at: undefined }
}

function withoutFence({ text, at }: Unwrapped): Unwrapped | undefined {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return undefined
  const [opening = ''] = /^```[\w-]*\s*/.exec(text) ?? []
  const inside = text.slice(opening.length, -FENCE.length).trimEnd()
  return { text: inside, at: at === undefined ? undefined : at + opening.length }
}

/** Of a text in JSON, or of one that somebody put into quotes as it was. */
function withoutQuotes({ text, at }: Unwrapped): Unwrapped | undefined {
  if (!/^"(?:\s|\\[nrt"\\])*\{/.test(text) || !text.endsWith('"')) return undefined
  const inside = text.slice(1, -1)
  if (/^\s*\{\s*"/.test(inside))
    return { text: inside.trim(), at: at === undefined ? undefined : at + text.indexOf('{') }
  return { text: textMeant(inside).trim(), at: undefined }
}

/** An object whose quotes are escaped all over, as it stands within a text of a program. */
function withoutEscapes({ text }: Unwrapped): Unwrapped | undefined {
  if (!/^\{(?:\s|\\[nrt])*\\"/.test(text)) return undefined
  return { text: textMeant(text).trim(), at: undefined }
}

/** The object that a form holds or is, as JSON text. */
function formText(text: string): string | undefined {
  const [, encoded] = /^(?:[\w-]+=)?(%7B[^\s&=]*%7D)=?$/i.exec(text) ?? []
  if (encoded) return decoded(encoded)
  const [, plain] = /^[\w-]+=(\{.*\})$/s.exec(text) ?? []
  if (plain) return plain
  const pairs = text.split('&')
  // A single one is what people write as well.
  if (pairs.length < 2 || !pairs.every(pair => PAIR.test(pair))) return undefined
  return fieldsText(pairs, /%[\da-f]{2}/i.test(text))
}

/** What a text that merely has `=` and `&` in it would seldom look like. */
const PAIR = /^[a-z_][\w.[\]-]*=[\w.%+*~:,/@!$-]*$/i

function fieldsText(pairs: readonly string[], isEncoded: boolean): string | undefined {
  const fields = pairs.map(pair => {
    const [name, written = ''] = pair.split('=')
    const value = isEncoded ? decoded(written) : written
    return value === undefined ? undefined : `${JSON.stringify(name)}:${JSON.stringify(value)}`
  })
  return fields.includes(undefined) ? undefined : `{${fields.join(',')}}`
}

/** Undefined where the bytes are no UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
