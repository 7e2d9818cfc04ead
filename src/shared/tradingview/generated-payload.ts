/**
 * The JSON to paste into TradingView's message field. Every value is a string: TradingView replaces
 * placeholders without escaping, and `NaN` would break the JSON outside of quotes.
 */

import { type AskingTemplate, askedKeys } from '../message/template/asked-keys.ts'
import type { TvConfig } from '../model/tv-config.ts'
import { isReservedKey } from '../payload/key-names.ts'
import { isTitledSeries, replacePlaceholders } from './chart-placeholders.ts'
import { GENERATOR_TOKEN, YOUR_STRATEGY, YOUR_VARIABLE } from './generator-token.ts'
import { ownPlaceholder } from './suggested-value.ts'

export type GeneratedPayload = Record<string, string>

/** `template`: that of the connection; undefined if it was deleted. */
export function generatedPayload({
  connectionId = 'CONNECTION_ID_MISSING',
  template,
}: {
  connectionId: string | undefined
  template: AskingTemplate | undefined
}): GeneratedPayload {
  if (template === undefined || template.content.trim() === '') return examplePayload(connectionId)
  return payloadOf(connectionId, [...new Set([...templateFieldNames(template), 'symbol', 'price'])])
}

/**
 * The text to paste into TradingView, which replaces its placeholders before the text is read as JSON:
 * the quotes of `{{plot("RSI")}}` are not escaped.
 */
export function payloadText(payload: GeneratedPayload): string {
  const json = JSON.stringify(payload, null, 2)
  return replacePlaceholders(json, ({ from, to, key }) =>
    isTitledSeries(withoutEscapes(key)) ? withoutEscapes(json.slice(from, to)) : undefined,
  )
}

/** Names of the body fields that a template and its buttons ask for, in their order. */
export const templateFieldNames = (template: AskingTemplate): string[] =>
  askedKeys(template).filter(key => !isReservedKey(key))

/** The JSON of a saved configuration. */
export const configPayload = ({
  connectionId,
  templateFields,
}: Pick<TvConfig, 'connectionId' | 'templateFields'>): GeneratedPayload =>
  Object.fromEntries([
    ['connectionId', connectionId],
    ...Object.entries(templateFields).filter(([key]) => !isReservedKey(key)),
  ])

/** Generated payload with the usual fields of a strategy. */
export const examplePayload = (connectionId: string): GeneratedPayload =>
  payloadOf(connectionId, [
    'symbol',
    'side',
    'price',
    'quantity',
    'timeframe',
    'exchange',
    'strategy_name',
  ])

const withoutEscapes = (text: string): string => text.replace(/\\(["\\])/g, '$1')

const payloadOf = (connectionId: string, keys: readonly string[]): GeneratedPayload =>
  Object.fromEntries([['connectionId', connectionId], ...keys.map(key => [key, valueFor(key)])])

function valueFor(key: string): string {
  const name = key.toLowerCase()
  return values.get(name) ?? ownPlaceholder(name) ?? `${GENERATOR_TOKEN}${key}`
}

const values = new Map([
  ['symbol', '{{ticker}}'],
  ['price', '{{close}}'],
  ['side', '{{strategy.order.action}}'],
  ['action', '{{strategy.order.action}}'],
  ['quantity', '{{strategy.order.contracts}}'],
  ['contracts', '{{strategy.order.contracts}}'],
  ['timeframe', '{{interval}}'],
  ['interval', '{{interval}}'],
  ['exchange', '{{exchange}}'],
  ['notes', YOUR_VARIABLE],
  ['description', YOUR_VARIABLE],
  ['comment', YOUR_VARIABLE],
  ['strategy_name', YOUR_STRATEGY],
])
