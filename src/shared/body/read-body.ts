import { isBlank } from '../message/clean-text.ts'
import type { Reading } from '../model/alert.ts'
import { LIST_KEY, listedIn, type Payload, parsePayload } from '../payload/payload.ts'
import { textKeys } from '../payload/readable-text.ts'
import { decodedText } from './encoded-text.ts'
import { bodyFault, type JsonFault } from './json-fault.ts'
import { repairJson } from './repair-json.ts'
import { MAX_WRAPPINGS, unwrap } from './unwrap.ts'

export type ReadBody = {
  reading: Reading
  payload: Payload
  /** The payload as JSON text, its numbers as they were written. */
  payloadText: string
  /** The whole body; null if it was itself the JSON object, or is the payload's text. */
  rawBody: string | null
  /** The first fault of a repaired body, with its position in `rawBody`. */
  broke: JsonFault | null
}

/**
 * Reads any body: as a JSON object, or a list of them, repaired where necessary, else as text. A body
 * that cannot become an object without losing a part of it is text.
 * @returns null for a body without visible characters
 */
export function readBody(body: string, wrappings = 0): ReadBody | null {
  const trimmed = body.trim()
  if (trimmed.startsWith('{')) {
    const payload = objectOf(trimmed)
    if (payload) return withinText(payload, body, wrappings) ?? asJson(trimmed, payload)
  }
  const seen = trimInvisible(trimmed)
  if (isBlank(seen)) return null
  const { text } = unwrap(seen)
  if (text.startsWith('[')) return readList(seen, text) ?? asText(body)
  if (!text.startsWith('{')) return asText(body)
  const payload = objectOf(text)
  const within = payload && withinText(payload, body, wrappings)
  if (within) return within
  if (payload && text === seen) return asJson(text, payload)
  return (payload ? repaired(seen, text, payload) : readRepaired(seen, text)) ?? asText(body)
}

/** Object that a wrapper holds as text in its only field: `{"text":"{…}"}`. */
function withinText(payload: Payload, body: string, wrappings: number): ReadBody | undefined {
  const [field, ...others] = Object.entries(payload)
  if (field === undefined || others.length > 0 || wrappings === MAX_WRAPPINGS) return undefined
  const [name, value] = field
  if (!WRAPPERS.has(name.toLowerCase()) || typeof value !== 'string') return undefined
  if (!/^\s*(?:\{\s*"|\[\s*\{)/.test(value)) return undefined
  const inner = readBody(value, wrappings + 1)
  if (!inner || inner.reading === 'text') return undefined
  return { ...inner, reading: 'repaired', rawBody: body.trim(), broke: null }
}

const WRAPPERS: ReadonlySet<string> = new Set([...textKeys, 'payload', 'data', 'body', 'alert'])

/** Reads a list of objects; a list of one becomes its object. */
function readList(body: string, text: string): ReadBody | undefined {
  const written = `{${JSON.stringify(LIST_KEY)}:${text}}`
  const payload = objectOf(written) ?? objectOf(repairJson(written) ?? '')
  const [first, ...others] = (payload && listedIn(payload)) ?? []
  if (payload === undefined || first === undefined) return undefined
  const listed = others.length === 0 ? first : payload
  if (Object.keys(listed).length === 0) return undefined
  return repaired(body, JSON.stringify(listed), listed)
}

const asJson = (payloadText: string, payload: Payload): ReadBody => ({
  reading: 'json',
  payload,
  payloadText,
  rawBody: null,
  broke: null,
})

function asText(body: string): ReadBody {
  const message = decodedText(body)
  const payloadText = JSON.stringify({ message })
  const rawBody = message === body ? null : body
  return { reading: 'text', payload: { message }, payloadText, rawBody, broke: null }
}

const repaired = (body: string, payloadText: string, payload: Payload): ReadBody => ({
  reading: 'repaired',
  payload,
  payloadText,
  rawBody: body,
  broke: bodyFault(body) ?? null,
})

function readRepaired(body: string, text: string): ReadBody | undefined {
  const payloadText = repairJson(text)
  const payload = payloadText === undefined ? undefined : objectOf(payloadText)
  // An empty object would lose the body's text.
  if (payloadText === undefined || !payload || Object.keys(payload).length === 0) return undefined
  return repaired(body, payloadText, payload)
}

function objectOf(json: string): Payload | undefined {
  try {
    return parsePayload(json)
  } catch {
    return undefined
  }
}

/** Trims white space and invisible characters at both ends. */
function trimInvisible(text: string): string {
  const seen = text.search(SEEN)
  if (seen < 0) return ''
  let end = text.length
  while (!SEEN.test(lastCharacter(text, end))) end -= lastCharacter(text, end).length
  return text.slice(seen, end)
}

const SEEN = /[^\s\p{Cc}\p{DI}]/u

/** The character that ends at `end`, of one or two code units. */
function lastCharacter(text: string, end: number): string {
  const pair = text.slice(end - 2, end)
  return pair.length === 2 && [...pair].length === 1 ? pair : text.slice(end - 1, end)
}
