import { truncate } from '../format.ts'
import { isBlank } from '../message/clean-text.ts'
import type { Reading } from '../model/alert.ts'
import { type Payload, parsePayload } from '../payload/payload.ts'
import { bodyFault, faultText } from './json-fault.ts'
import { repairJson } from './repair-json.ts'
import { unwrap } from './unwrap.ts'

export type ReadBody = {
  reading: Reading
  payload: Payload
  /** The payload as JSON text, its numbers as they were written. */
  payloadText: string
  /** The whole body, unless it was itself the JSON object. */
  rawBody: string | null
  /** Why and where a repaired body was broken: a reason in Spanish, and an excerpt. */
  broke: { reason: string; excerpt: string } | null
}

const EXCERPT_LENGTH = 80

/**
 * Reads any body: as a JSON object, repaired where necessary, else as text. A body that cannot become
 * an object without losing a part of it is text.
 * @returns null for a body without visible characters
 */
export function readBody(body: string): ReadBody | null {
  const trimmed = body.trim()
  if (trimmed.startsWith('{')) {
    const payload = objectOf(trimmed)
    if (payload) return asJson(trimmed, payload)
  }
  const seen = trimInvisible(trimmed)
  if (isBlank(seen)) return null
  const { text } = unwrap(seen)
  if (!text.startsWith('{')) return asText(body)
  const payload = objectOf(text)
  if (payload && text === seen) return asJson(text, payload)
  return (payload ? repaired(seen, text, payload) : readRepaired(seen, text)) ?? asText(body)
}

const asJson = (payloadText: string, payload: Payload): ReadBody => ({
  reading: 'json',
  payload,
  payloadText,
  rawBody: null,
  broke: null,
})

function asText(text: string): ReadBody {
  const payloadText = JSON.stringify({ message: text })
  return { reading: 'text', payload: { message: text }, payloadText, rawBody: null, broke: null }
}

const repaired = (body: string, payloadText: string, payload: Payload): ReadBody => ({
  reading: 'repaired',
  payload,
  payloadText,
  rawBody: body,
  broke: whereItBroke(body),
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

function whereItBroke(body: string): ReadBody['broke'] {
  const fault = bodyFault(body)
  if (!fault) return null
  const from = Math.max(0, fault.at - EXCERPT_LENGTH / 2)
  const excerpt = truncate(
    body.slice(from, from + 2 * EXCERPT_LENGTH).toWellFormed(),
    EXCERPT_LENGTH,
  )
  return { reason: faultText(body, fault), excerpt }
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
