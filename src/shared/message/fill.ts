import { GENERATOR_TOKEN } from '../generator-token.ts'
import { resolveConditionals } from './conditionals.ts'
import { isHtml, parseHtml } from './html.ts'
import { parseMarkdown } from './markdown.ts'
import { maskConnectionId } from './mask-connection-id.ts'
import type { Payload } from './payload.ts'
import { isZero, valueAt, valueText } from './payload.ts'
import type { RichMessage } from './rich-message.ts'
import { Slots } from './slots.ts'
import type { Placeholder } from './template-tokens.ts'
import { templateTokens } from './template-tokens.ts'

export type FillContext = {
  payload: Payload
  /** What the server knows by itself: `connection_name`, `alert_name`, `timestamp`. */
  builtIn: Record<string, string>
  /** The secret that no text may hold. */
  connectionId?: string
}

/**
 * Code units. No value is longer, and after so many of all values together nothing follows: a short
 * template can ask for a large value many times.
 */
const MAX_INSERTED = 131_072

/**
 * The message a template makes of a payload, and the keys that have no value: their placeholders
 * stand in the message as they were written.
 */
export function fillTemplate(
  template: string,
  context: FillContext,
): { message: RichMessage; missing: string[] } {
  const parse = isHtml(template) ? parseHtml : parseMarkdown
  const { markup, slots, missing } = insertValues(asMarkup(template), context)
  const message = maskConnectionId(parse(markup, slots), context.connectionId ?? '')
  return { message, missing }
}

/** A placeholder's value as it goes into the markup, and how much it will take up. */
type Insertion = { markup: string; size: number }

function insertValues(template: string, context: FillContext) {
  const slots = new Slots()
  const missing = new Set<string>()
  const values = new Map<string, unknown>()
  const insertions = new Map<string, Insertion>()

  function valueFor(key: string): unknown {
    if (!values.has(key)) values.set(key, lookUp(key, context))
    return values.get(key)
  }

  function insertionOf({ source, key, raw }: Placeholder): Insertion {
    const value = valueFor(key)
    if (value === undefined) {
      missing.add(key)
      return { markup: slots.add({ text: source, isPlaceholder: true }), size: source.length }
    }
    const text = valueText(value).slice(0, MAX_INSERTED)
    const markup = raw ? asMarkup(text) : slots.add({ text, isPlaceholder: false })
    return { markup, size: text.length }
  }

  const tokens = resolveConditionals(templateTokens(template), key => isTrue(valueFor(key)))
  let markup = ''
  let size = 0
  for (const token of tokens) {
    if (token.kind === 'text') {
      markup += token.source
      continue
    }
    if (size >= MAX_INSERTED) break
    const insertion = insertions.get(token.source) ?? insertionOf(token)
    insertions.set(token.source, insertion)
    size += insertion.size
    markup += insertion.markup
  }
  return { markup, slots, missing: [...missing] }
}

/** As the parsers take it: well-formed, with line feeds alone at the ends of lines. */
function asMarkup(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n')
}

/** Undefined when nobody has a value. */
function lookUp(key: string, { payload, builtIn }: FillContext): unknown {
  const value = valueAt(payload, key)
  if (Object.hasOwn(builtIn, key) && (value === undefined || isGeneratorToken(value))) {
    return builtIn[key]
  }
  if (key === 'payload' && value === undefined) return prettyPayload(payload)
  return value
}

function isGeneratorToken(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(GENERATOR_TOKEN)
}

function isTrue(value: unknown): boolean {
  const isNothing = value === undefined || value === null || value === '' || value === false
  return !isNothing && !isZero(value)
}

function prettyPayload(payload: Payload): string {
  const shown = Object.entries(payload).filter(([key]) => key !== 'connectionId')
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}
