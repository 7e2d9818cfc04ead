import { foldText } from '#shared/format.ts'
import { type ChartPlaceholder, chartPlaceholders } from '#shared/tradingview/chart-placeholders.ts'

/** TradingView's placeholders that have the text in their name or meaning. */
export function matchingPlaceholders(text: string): ChartPlaceholder[] {
  const wanted = foldText(text.replace(/[{}]/g, '').trim())
  return chartPlaceholders.filter(({ key, meaning }) =>
    [key, meaning].some(words => foldText(words).includes(wanted)),
  )
}
