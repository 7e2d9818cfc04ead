import { matches } from '#shared/format.ts'
import { type ChartPlaceholder, chartPlaceholders } from '#shared/tradingview/chart-placeholders.ts'

/** TradingView's placeholders that have the text in their name or meaning. */
export function matchingPlaceholders(text: string): ChartPlaceholder[] {
  const name = text.replace(/[{}]/g, '')
  return chartPlaceholders.filter(({ key, meaning }) => matches(name, key, meaning))
}
