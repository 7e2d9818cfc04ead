import { productPlaceholders, substituted } from '#shared/tradingview/chart-placeholders.ts'
import type { GeneratedPayload } from '#shared/tradingview/generated-payload.ts'

/**
 * The JSON of a connection as TradingView would send it, with a sample wherever it puts a value in.
 * What Pregonero fills in by itself is left to it.
 */
export function exampleBody(payload: GeneratedPayload): string {
  const fields = Object.entries(payload)
    .filter(([key]) => !own.includes(key))
    .map(([key, value]) => [key, key === 'connectionId' ? value : sampleFor(key, value)])
  return JSON.stringify(Object.fromEntries(fields), null, 2)
}

const own: readonly string[] = productPlaceholders

function sampleFor(key: string, value: string): string {
  const sample = substituted(value)
  return sample === value ? `Prueba de ${key}` : sample
}
