import { type Payload, parsePayload } from '#shared/message/payload.ts'

/** What the editor fills a template with until the user says what an alert really brings. */
export const defaultSample = `{
  "symbol": "XAUUSD",
  "price": "4131.20",
  "action": "buy",
  "side": "buy",
  "timeframe": "1h",
  "exchange": "OANDA",
  "notes": "Cierre por encima del máximo de sesión."
}`

export const isBlank = (sample: string): boolean => sample.trim() === ''

/** An empty sample has no values; undefined when it is no JSON object. */
export function readSample(sample: string): Payload | undefined {
  if (isBlank(sample)) return {}
  try {
    return parsePayload(sample)
  } catch {
    return undefined
  }
}
