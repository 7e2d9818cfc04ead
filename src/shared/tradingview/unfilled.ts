import { placedKeys } from './chart-placeholders.ts'
import { GENERATOR_TOKEN } from './generator-token.ts'

/** What a generated payload leaves to its user, beside the tokens that name a key. */
export const YOUR_VARIABLE = 'TU_VARIABLE_AQUI'

const MOST = 5
const LONGEST = 64

/**
 * What stands in a received payload as it was pasted, though TradingView or the user was to replace it:
 * `{{strategy.order.action}}` of an alert that is no strategy's. At most five, each once.
 */
export function unfilledIn(payloadText: string): string[] {
  const placeholders = placedKeys(payloadText).map(({ from, to }) => payloadText.slice(from, to))
  const tokens = leftToFill(payloadText).map(({ from, to }) => payloadText.slice(from, to))
  return [...new Set([...placeholders, ...tokens])]
    .filter(({ length }) => length <= LONGEST)
    .slice(0, MOST)
}

/** Each place of a text that the generators leave to the user, in code units; `to` is exclusive. */
export const leftToFill = (text: string): { from: number; to: number }[] =>
  Array.from(text.matchAll(TOKENS), ({ 0: token, index }) => ({
    from: index,
    to: index + token.length,
  }))

const TOKENS = new RegExp(String.raw`\b(?:${YOUR_VARIABLE}\b|${GENERATOR_TOKEN}[\w.-]+)`, 'g')
