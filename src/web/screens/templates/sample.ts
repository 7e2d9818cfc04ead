import { type JsonFault, jsonFault, TOO_DEEP } from '#shared/body/json-fault.ts'
import { type Payload, parsePayload } from '#shared/payload/payload.ts'

/** What the editor fills a template with until the user says what an alert really brings. */
export const defaultSample = `{
  "symbol": "XAUUSD",
  "price": "4131.20",
  "action": "buy",
  "side": "buy",
  "timeframe": "1h",
  "exchange": "OANDA",
  "time": "2026-11-19T15:35:00Z",
  "strategy_name": "Ruptura de sesión",
  "contracts": "2",
  "position_size": "2",
  "market_position": "long",
  "stop_loss": "4118.00",
  "take_profit": "4165.50",
  "indicator": "EMA 9/21",
  "direction": "alza",
  "plot_0": "4129.80",
  "plot_1": "4127.35",
  "volume": "18250",
  "average_volume": "9120",
  "level": "4130.00",
  "title": "El oro marca un máximo de sesión",
  "summary": "La demanda de refugio empuja el precio.",
  "url": "https://es.tradingview.com/symbols/XAUUSD/",
  "error_code": "429",
  "error_message": "Demasiadas órdenes seguidas.",
  "comment": "Entrada por ruptura",
  "notes": "Cierre por encima del máximo de sesión."
}`

/** Whether the user wrote it, or took it from an alert. */
export const isToldSample = (sample: string): boolean =>
  sample.trim() !== '' && sample !== defaultSample

/** An empty sample has no values; undefined when it is no JSON object. */
export function readSample(sample: string): Payload | undefined {
  if (sample.trim() === '') return {}
  try {
    return parsePayload(sample)
  } catch {
    return undefined
  }
}

/** What keeps a sample from being read, in words; an empty one is no fault. */
export function sampleFault(sample: string): JsonFault | undefined {
  if (readSample(sample)) return undefined
  return jsonFault(sample) ?? { at: sample.search(/\S/), message: unreadable(sample) }
}

/** Of JSON. */
const unreadable = (sample: string): string =>
  sample.trim().startsWith('{') ? TOO_DEEP : 'No es un objeto {…}.'
