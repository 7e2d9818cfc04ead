/** An alert's name in the history, and the one-line summary of its payload. */

import { truncate } from '../format.ts'
import { MAX_NAME_LENGTH } from '../limits.ts'
import { cleanText, isInvisible } from '../message/clean-text.ts'
import { suggestedValue } from '../tradingview/suggested-value.ts'
import { isUnfilled } from '../tradingview/unfilled.ts'
import { hiddenNames, isReservedKey } from './key-names.ts'
import { isContainer, listedIn, type Payload, valueAt, valueText } from './payload.ts'
import { type IsHidden, withoutTextSecrets } from './secrets-in-text.ts'

const SUMMARY_LENGTH = 120
/** Code units read of a value, since a name or a summary shows only its beginning. */
const READ_LENGTH = 4_096
const SUMMARY_PARTS = 4
const SEPARATOR = ' · '

/** The summary shows one of each group, in this order: symbol, side, price, timeframe. */
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

/** Keys of times, which are left out of a summary. */
const CLOCKS = /^(time|timenow|timestamp)$/i

/** Part of a saved configuration by which its alerts are recognised. */
export type KnownConfig = { name: string; templateFields: Readonly<Record<string, string>> }

/**
 * Alert's name: that in the body, else that of the saved configuration that made the body, else the strategy's, else
 * «Alerta de» and the connection's.
 * @param configs saved configurations of the connection
 */
export function alertName(
  payload: Payload,
  connectionName: string,
  configs: readonly KnownConfig[] = [],
  neverShown: readonly string[] = [],
): string {
  const first = listedIn(payload)?.[0] ?? payload
  const isHidden = hiddenNames(neverShown)
  const shown = (values: Payload, key: string) => shownAt(values, key, isHidden)
  const name =
    shown(first, 'alert_name') ??
    shown(first, 'name') ??
    configOf(first, configs)?.name ??
    shown(first, 'strategy_name') ??
    `Alerta de ${connectionName}`
  return truncate(name, MAX_NAME_LENGTH)
}

/**
 * The configuration whose fixed texts, at least one, are all in the payload; of several the one with
 * most fixed texts; undefined on a tie.
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

/** True if the user wrote the text: not empty, no placeholder, no suggested value, no reserved key. */
const isFixed = ([key, text]: [string, string]): boolean =>
  text !== '' && !text.includes('{{') && text !== suggestedValue(key) && !isReservedKey(key)

/**
 * Summary such as BTCUSDT · buy · 94312.50 · 5m; if fewer than two of these are known, the first four values. For a
 * list, the summaries of its first four objects.
 */
export function payloadSummary(payload: Payload, neverShown: readonly string[] = []): string {
  const listed = listedIn(payload)
  if (listed !== undefined) {
    const each = listed.slice(0, SUMMARY_PARTS).map(one => payloadSummary(one, neverShown))
    return truncate(each.filter(Boolean).join(' | '), SUMMARY_LENGTH)
  }
  const isHidden = hiddenNames(neverShown)
  const known = summaryKeys.flatMap(
    group => group.map(key => shownAt(payload, key, isHidden)).find(Boolean) ?? [],
  )
  const values = known.length > 1 ? known : firstValues(payload, isHidden)
  return truncate(values.join(SEPARATOR), SUMMARY_LENGTH)
}

function firstValues(payload: Payload, isHidden: IsHidden): string[] {
  const values: string[] = []
  for (const key of Object.keys(payload)) {
    const value = CLOCKS.test(key) ? undefined : shownAt(payload, key, isHidden)
    if (value !== undefined) values.push(value)
    if (values.length === SUMMARY_PARTS) break
  }
  return values
}

/** Text that holds an object or a list, unlike a name such as «[15m] Cruce». */
const JSON_TEXT = /^(\{\s*["}]|\[\s*["{\]])/

/** A plain value in one line, without secrets; undefined if missing, blank, hidden, unfilled, an object or a list. */
function shownAt(payload: Payload, key: string, isHidden: IsHidden): string | undefined {
  const value = valueAt(payload, key)
  if (value === undefined || isContainer(value) || isHidden(key)) return undefined
  const safe = withoutTextSecrets(valueText(value).slice(0, READ_LENGTH), isHidden)
  const text = cleanText(safe).replace(/\s+/g, ' ').trim()
  const isEmpty = isInvisible(text) || isUnfilled(text) || JSON_TEXT.test(text)
  return isEmpty ? undefined : text
}
