import { isStandardPlaceholder } from './chart-placeholders.ts'
import { GENERATOR_TOKEN } from './generator-token.ts'

const NOTE = 'Escribe aquí tu nota'

const names: readonly (readonly [readonly string[], string])[] = [
  [['symbol', 'asset', 'ticker', 'pair'], '{{ticker}}'],
  [['price', 'entry', 'value', 'close'], '{{close}}'],
  [['action', 'side', 'type', 'order_action'], '{{strategy.order.action}}'],
  [['quantity', 'contracts', 'amount'], '{{strategy.order.contracts}}'],
  [['timeframe', 'interval'], '{{interval}}'],
  [['exchange'], '{{exchange}}'],
]

const byName = new Map(names.flatMap(([keys, value]) => keys.map(key => [key, value] as const)))

/** What a TV configuration puts into a template's field to begin with, by the field's name. */
export function suggestedValue(field: string): string {
  const key = field.toLowerCase()
  const known = byName.get(key)
  if (known !== undefined) return known
  const own = ownPlaceholder(key)
  if (own !== undefined) return own
  return /note|comment|detail/.test(key) ? NOTE : `${GENERATOR_TOKEN}${field}`
}

/** A field that is called as TradingView calls the value; what Pregonero fills in is left to it. */
export const ownPlaceholder = (field: string): string | undefined =>
  isStandardPlaceholder(field) && field !== 'alert_name' ? `{{${field}}}` : undefined
