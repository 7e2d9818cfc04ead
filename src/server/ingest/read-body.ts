import { jsonrepair } from 'jsonrepair'
import { truncate } from '#shared/format.ts'
import { type Payload, parsePayload } from '#shared/message/payload.ts'
import type { Reading } from '#shared/model/alert.ts'

export type ReadBody = {
  reading: Reading
  payload: Payload
  /** The payload as JSON text, its numbers as they were written. */
  payloadText: string
  /** The whole body, where it was not the JSON object that was read. */
  rawBody: string | null
  /** Where a repaired body broke. */
  broke: { reason: string; excerpt: string } | null
}

const MAX_REPAIRED_LENGTH = 8_192
const EXCERPT_LENGTH = 80

/**
 * Makes sense of whatever TradingView sent, whatever its content type says; nothing is refused but
 * an empty body.
 * @returns null for a body without anything in it
 */
export function readBody(bytes: Uint8Array): ReadBody | null {
  const text = decode(bytes)
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!trimmed.startsWith('{')) return asText(text)
  const json = objectOf(trimmed)
  if (json)
    return { reading: 'json', payload: json, payloadText: trimmed, rawBody: null, broke: null }
  return repaired(trimmed) ?? asText(text)
}

/** Bytes that are no UTF-8 and U+0000 become U+FFFD; a byte order mark is dropped. */
const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8').decode(bytes).replaceAll('\0', '\uFFFD')

function asText(text: string): ReadBody {
  const payloadText = JSON.stringify({ message: text })
  return { reading: 'text', payload: { message: text }, payloadText, rawBody: null, broke: null }
}

function repaired(text: string): ReadBody | undefined {
  const fixed = objectTextAfterRepair(text)
  const payload = fixed === undefined ? undefined : objectOf(fixed)
  // A repair that found nothing would lose what was sent.
  if (fixed === undefined || !payload || Object.keys(payload).length === 0) return undefined
  return {
    reading: 'repaired',
    payload,
    payloadText: fixed,
    rawBody: text,
    broke: whereItBreaks(text),
  }
}

function objectTextAfterRepair(text: string): string | undefined {
  const withNulls = withoutBareWords(text)
  if (objectOf(withNulls)) return withNulls
  if (text.length > MAX_REPAIRED_LENGTH) return undefined
  try {
    return jsonrepair(withNulls)
  } catch {
    return undefined
  }
}

/** What TradingView writes where a series has no value. */
const withoutBareWords = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"?|(?<![\w.])(?:NaN|[+-]?Infinity|na)(?![\w.])/gs, part =>
    part.startsWith('"') ? part : 'null',
  )

function objectOf(json: string): Payload | undefined {
  try {
    return parsePayload(json)
  } catch {
    return undefined
  }
}

function whereItBreaks(text: string): { reason: string; excerpt: string } {
  const reason = parseError(text)
  const position = Number(/position (\d+)/.exec(reason)?.[1] ?? 0)
  const from = Math.max(0, position - EXCERPT_LENGTH / 2)
  return { reason, excerpt: truncate(text.slice(from), EXCERPT_LENGTH) }
}

function parseError(json: string): string {
  try {
    JSON.parse(json)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
