/** Placeholders and tokens that the sender of an alert left unfilled. */
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

/** Code units; a longer value is a text, whatever placeholders it contains. */
const LONGEST_VALUE = 512

/** Whether a value was left unfilled: a token of our generators, or placeholders without other letters or digits. */
export function isUnfilled(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (isGeneratorToken(value)) return true
  if (!/[{%]/.test(value) || value.length > LONGEST_VALUE) return false
  const rest = value.replace(PLACEHOLDERS, '')
  return rest !== value && !/[\p{L}\p{N}]/u.test(rest)
}

/**
 * Removes lines of «name: value» whose value is unfilled. Lines with other words stay; a text without any other
 * line stays as it is.
 */
export function withoutUnfilledLines(text: string): string {
  if (!/[{%]/.test(text)) return text
  const kept = text.split('\n').filter(line => !isUnfilled(NAMED_VALUE.exec(line)?.[1]))
  return kept.some(line => line.trim() !== '') ? kept.join('\n') : text
}

const NAMED_VALUE = /^[^:=：{}]{1,64}[:=：]\s*(\S.*)$/

/** Whether a text contains an unfilled value, so that it must not become part of a link. */
export const hasUnfilled = (text: string): boolean =>
  isUnfilled(text) ||
  (/[{%]/.test(text) && text.length <= LONGEST_VALUE && text.replace(PLACEHOLDERS, '') !== text)

/**
 * Placeholders and tokens that TradingView or the user should have replaced in a received payload, such as
 * `{{strategy.order.action}}` in an alert without a strategy. At most five of up to 64 code units, without duplicates.
 */
export function unfilledIn(payloadText: string): string[] {
  const placeholders = placedKeys(payloadText).map(({ from, to }) => payloadText.slice(from, to))
  const foreign = Array.from(payloadText.matchAll(FOREIGN), ([, found = '']) => found)
  const tokens = leftToFill(payloadText).map(({ from, to }) => payloadText.slice(from, to))
  return [...new Set([...placeholders, ...foreign, ...tokens])]
    .filter(({ length }) => length <= LONGEST)
    .slice(0, MOST)
}

/** JSON value that is a placeholder of another program. */
const FOREIGN = /:\s*"(\{[\p{L}_][\p{L}\p{N}_. ]*\}|%[a-z_][a-z\d_]*_[a-z\d_]*%)"/giu

/** How to fix unfilled values, in Spanish. */
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
 * Ranges of tokens that the generators leave to the user, in code units; `to` is exclusive. Tokens that Pregonero
 * fills itself are excluded.
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

/** Keys of a generated text whose tokens can stay: Pregonero fills them on receipt. */
export const filledAtReceipt = (text: string): string[] =>
  productPlaceholders.filter(key => new RegExp(`"${GENERATOR_TOKEN}${key}"`).test(text))
