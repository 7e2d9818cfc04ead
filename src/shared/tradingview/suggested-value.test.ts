import { describe, expect, it } from 'vitest'
import { isStandardPlaceholder, placedKeys } from './chart-placeholders.ts'
import { suggestedValue } from './suggested-value.ts'

describe('suggestedValue', () => {
  it.each([
    ...['symbol', 'asset', 'ticker', 'pair', 'Symbol'].map(key => [key, '{{ticker}}']),
    ...['price', 'entry', 'value', 'close'].map(key => [key, '{{close}}']),
    ...['action', 'side', 'type', 'order_action'].map(key => [key, '{{strategy.order.action}}']),
    ...['quantity', 'contracts', 'amount'].map(key => [key, '{{strategy.order.contracts}}']),
    ...['timeframe', 'interval'].map(key => [key, '{{interval}}']),
    ['exchange', '{{exchange}}'],
    ...['plot_3', 'PLOT_3'].map(key => [key, '{{plot_3}}']),
    ['plot_19', '{{plot_19}}'],
    ...['plot_20', 'plot_25', 'plot_03', 'plot_', 'plot_rsi'].map(key => [
      key,
      `YOUR_PINE_VARIABLE_FOR_${key}`,
    ]),
    ...['notes', 'my_comment', 'detailsOfIt'].map(key => [key, 'Escribe aquí tu nota']),
    ['volume', '{{volume}}'],
    ['strategy.position_size', '{{strategy.position_size}}'],
    ['strategy.order.comment', '{{strategy.order.comment}}'],
    ['stop_loss', 'YOUR_PINE_VARIABLE_FOR_stop_loss'],
    ['alert_name', 'YOUR_PINE_VARIABLE_FOR_alert_name'],
    ['constructor', 'YOUR_PINE_VARIABLE_FOR_constructor'],
  ])('fills %s with %s', (field, value) => {
    expect(suggestedValue(field)).toBe(value)
  })

  it.each(['plot_0', 'plot_25', 'Volume', 'plot_x', 'symbol', 'Close'])(
    'suggests only standard placeholders for %s',
    field => {
      for (const { key } of placedKeys(suggestedValue(field)))
        expect(isStandardPlaceholder(key)).toBe(true)
    },
  )
})
