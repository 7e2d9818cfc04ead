/** What the history calls an alert, and the line that sums its payload up. */

import { truncate } from '../format.ts'
import { MAX_NAME_LENGTH } from '../limits.ts'
import { cleanText, isInvisible } from '../message/clean-text.ts'
import { GENERATOR_TOKEN } from '../tradingview/generator-token.ts'
import { suggestedValue } from '../tradingview/suggested-value.ts'
import { isReservedKey, isSecret } from './key-names.ts'
import { type Payload, valueAt, valueText } from './payload.ts'

const SUMMARY_LENGTH = 120
const SUMMARY_PARTS = 4
const SEPARATOR = ' · '

/** One of each group is shown, in this order: what, which way, at what price, on which bars. */
const summaryKeys = [
  ['symbol', 'ticker', 'asset', 'pair'],
  [
    'side',
    'action',
    'order_action',
    'strategy.order.action',
    'strategy.order_action',
    'strategy.market_position',
  ],
  ['price', 'close', 'strategy.order.price', 'strategy.order_price', 'bar.close'],
  ['timeframe', 'interval'],
]

/** Keys that say nothing of the market. */
const CLOCKS = /^(time|timenow|timestamp)$/i

/** A saved configuration, as far as alerts are recognised by it. */
export type KnownConfig = { name: string; templateFields: Readonly<Record<string, string>> }

/**
 * The name in the body, else that of the saved configuration that it was made by, else the
 * strategy's, else the connection's.
 * @param configs those of the connection
 */
export function alertName(
  payload: Payload,
  connectionName: string,
  configs: readonly KnownConfig[] = [],
): string {
  const name =
    shown(payload, 'alert_name') ??
    shown(payload, 'name') ??
    configOf(payload, configs)?.name ??
    shown(payload, 'strategy_name') ??
    `Alerta de ${connectionName}`
  return truncate(name, MAX_NAME_LENGTH)
}

/**
 * The configuration all of whose fixed texts are in the payload, one at least; of several the one
 * with most of them, and none where that is not clear.
 */
function configOf(payload: Payload, configs: readonly KnownConfig[]): KnownConfig | undefined {
  const matches = configs
    .map(config => ({ config, fixed: Object.entries(config.templateFields).filter(isFixed) }))
    .filter(
      ({ fixed }) =>
        fixed.length > 0 && fixed.every(([key, text]) => valueText(valueAt(payload, key)) === text),
    )
    .sort((a, b) => b.fixed.length - a.fixed.length)
  const [best, next] = matches
  return best?.fixed.length === next?.fixed.length ? undefined : best?.config
}

/** Neither filled in by TradingView or here, nor as it was suggested, nor empty. */
const isFixed = ([key, text]: [string, string]): boolean =>
  text !== '' && !text.includes('{{') && text !== suggestedValue(key) && !isReservedKey(key)

/** BTCUSDT · buy · 94312.50 · 5m, or the first values there are. */
export function payloadSummary(payload: Payload): string {
  const known = summaryKeys.flatMap(
    group => group.map(key => shown(payload, key)).find(Boolean) ?? [],
  )
  const values = known.length > 1 ? known : firstValues(payload)
  return truncate(values.join(SEPARATOR), SUMMARY_LENGTH)
}

const firstValues = (payload: Payload): string[] =>
  Object.keys(payload)
    .filter(key => !CLOCKS.test(key) && !isSecret(key))
    .flatMap(key => shown(payload, key) ?? [])
    .slice(0, SUMMARY_PARTS)

/** A plain value in one line; a placeholder that nobody filled is no value. */
function shown(payload: Payload, key: string): string | undefined {
  const text = cleanText(valueText(valueAt(payload, key)))
    .replace(/\s+/g, ' ')
    .trim()
  const isEmpty = isInvisible(text) || text.startsWith(GENERATOR_TOKEN) || /^[[{]/.test(text)
  return isEmpty ? undefined : text
}
