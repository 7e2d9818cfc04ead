import { isStandardPlaceholder } from './chart-placeholders.ts'
import { GENERATOR_TOKEN, YOUR_NOTE } from './generator-token.ts'

const names: readonly (readonly [readonly string[], string])[] = [
  [['symbol', 'asset', 'ticker', 'pair'], '{{ticker}}'],
  [['price', 'entry', 'value', 'close'], '{{close}}'],
  [['action', 'side', 'type', 'order_action'], '{{strategy.order.action}}'],
  [['quantity', 'contracts', 'amount'], '{{strategy.order.contracts}}'],
  [['timeframe', 'interval'], '{{interval}}'],
  [['exchange'], '{{exchange}}'],
]

const byName = new Map(names.flatMap(([keys, value]) => keys.map(key => [key, value] as const)))

/** Initial value of a template's field in a TV configuration, by the field's name. */
export function suggestedValue(field: string): string {
  const key = field.toLowerCase()
  const known = byName.get(key)
  if (known !== undefined) return known
  const own = ownPlaceholder(key)
  if (own !== undefined) return own
  return /note|comment|detail/.test(key) ? YOUR_NOTE : `${GENERATOR_TOKEN}${field}`
}

/** The placeholder of the same name, if TradingView has one. Pregonero fills `alert_name` itself. */
export const ownPlaceholder = (field: string): string | undefined =>
  isStandardPlaceholder(field) && field !== 'alert_name' ? `{{${field}}}` : undefined
