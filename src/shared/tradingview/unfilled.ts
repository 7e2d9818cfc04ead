/** What the sender of an alert was to replace, and did not. */
import { formatList } from '../format.ts'
import { placedKeys, productPlaceholders } from './chart-placeholders.ts'
import {
  GENERATOR_TOKEN,
  isGeneratorToken,
  YOUR_NOTE,
  YOUR_STRATEGY,
  YOUR_VARIABLE,
} from './generator-token.ts'

const MOST = 5
const LONGEST = 64

/** Placeholders: TradingView's `{{close}}`, and `{close}` and `%last_price%` of other programs. */
const PLACEHOLDERS =
  /\{\{[^{}\n]*\}\}|\{[\p{L}_][\p{L}\p{N}_. ]*(?:\("[^"{}\n]*"\))?\}|%[a-z_][a-z\d_]*_[a-z\d_]*%/giu

/** A longer value is a text, whatever placeholders are in it. */
const LONGEST_VALUE = 512

/**
 * Whether a value is missing because nobody filled it in: a token of our generators, or nothing but
 * placeholders.
 */
export function isUnfilled(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (isGeneratorToken(value)) return true
  if (!/[{%]/.test(value) || value.length > LONGEST_VALUE) return false
  const rest = value.replace(PLACEHOLDERS, '')
  return rest !== value && !/[\p{L}\p{N}]/u.test(rest)
}

/**
 * A text without its lines of «name: value» whose value nobody filled in. Lines with other words stay, as does a
 * text that has no other lines.
 */
export function withoutUnfilledLines(text: string): string {
  if (!/[{%]/.test(text)) return text
  const kept = text.split('\n').filter(line => !isUnfilled(NAMED_VALUE.exec(line)?.[1]))
  return kept.some(line => line.trim() !== '') ? kept.join('\n') : text
}

const NAMED_VALUE = /^[^:=：{}]{1,64}[:=：]\s*(\S.*)$/

/** Whether a text holds something that was not filled in, so that no link may be made of it. */
export const hasUnfilled = (text: string): boolean =>
  isUnfilled(text) ||
  (/[{%]/.test(text) && text.length <= LONGEST_VALUE && text.replace(PLACEHOLDERS, '') !== text)

/**
 * What stands in a received payload as it was pasted, though TradingView or the user was to replace it:
 * `{{strategy.order.action}}` of an alert that is no strategy's. At most five, each once.
 */
export function unfilledIn(payloadText: string): string[] {
  const placeholders = placedKeys(payloadText).map(({ from, to }) => payloadText.slice(from, to))
  const foreign = Array.from(payloadText.matchAll(FOREIGN), ([, found = '']) => found)
  const tokens = leftToFill(payloadText).map(({ from, to }) => payloadText.slice(from, to))
  return [...new Set([...placeholders, ...foreign, ...tokens])]
    .filter(({ length }) => length <= LONGEST)
    .slice(0, MOST)
}

/** A value of JSON that is a placeholder of another program. */
const FOREIGN = /:\s*"(\{[\p{L}_][\p{L}\p{N}_. ]*\}|%[a-z_][a-z\d_]*_[a-z\d_]*%)"/giu

/** What to change about them, in Spanish. */
export function unfilledText(unfilled: readonly string[]): string {
  const names = formatList(unfilled)
  const only = unfilled.every(name => name.startsWith('{{strategy.'))
  if (only)
    return `TradingView no sustituyó ${names}: solo tiene valor en las alertas de una estrategia. Cámbialo por un texto fijo en el campo «Mensaje», o crea la alerta sobre la estrategia.`
  if (unfilled.some(name => name.startsWith('{{')))
    return `TradingView no sustituyó ${names}. Corrige el nombre entre llaves en el campo «Mensaje».`
  const [foreign] = unfilled.filter(name => /^[{%]/.test(name))
  if (foreign !== undefined)
    return `Llegó ${names} sin rellenar: TradingView rellena {{close}}, con dos llaves, y no ${foreign}. Corrígelo en el campo «Mensaje».`
  return `Llegó ${names} como se pegó. Escribe en su lugar tu valor en el campo «Mensaje», o quita esa línea.`
}

/**
 * Each place of a text that the generators leave to the user, in code units; `to` is exclusive. Not what
 * Pregonero fills itself.
 */
export const leftToFill = (text: string): { from: number; to: number }[] =>
  Array.from(text.matchAll(TOKENS), ({ 0: token, index }) => ({
    from: index,
    to: index + token.length,
  }))

const OURS = productPlaceholders.join('|')

const TOKENS = new RegExp(
  [
    String.raw`\b(?:${YOUR_VARIABLE}\b|${GENERATOR_TOKEN}(?!(?:${OURS})\b)[\w.-]+)`,
    `(?<=")(?:${YOUR_STRATEGY}|${YOUR_NOTE})(?=")`,
  ].join('|'),
  'g',
)

/** The keys of a generated text that stay as they are, since Pregonero fills them when the alert comes. */
export const filledAtReceipt = (text: string): string[] =>
  productPlaceholders.filter(key => new RegExp(`"${GENERATOR_TOKEN}${key}"`).test(text))
