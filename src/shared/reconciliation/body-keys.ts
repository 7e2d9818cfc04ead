/** Digests by which rows of TradingView's log are matched with alerts of the history. */
import { readBody } from '../body/read-body.ts'
import { foldText } from '../format.ts'
import type { Reading } from '../model/alert.ts'
import { type Payload, parsePayload, valueAt, valueText } from '../payload/payload.ts'
import { digest } from './digest.ts'

/** Columns of an alert that hold its body. */
export type KeptBody = { reading: Reading; payload: string; raw_body: string | null }

/** Payload keys whose value is the ticker in TradingView's terms; the first with a value counts. */
const SYMBOL_KEYS = ['symbol', 'ticker', 'pair', 'instrument', 'asset']

/** Digest of the body as received, apart from line ends and outer white space, which a CSV or a form changes. */
export const exactKey = ({ reading, payload, raw_body }: KeptBody): number =>
  digest(plain(raw_body ?? (reading === 'text' ? textOf(payload) : payload)))

/**
 * Digests for alerts that no row matches by `exactKey`; 0 if missing.
 * @property repaired of the payload read from the body
 * @property named of the name and symbol
 */
export type LateKeys = { repaired: number; named: number }

export function lateKeys(body: KeptBody, name: string): LateKeys {
  const payload = parsed(body.payload)
  return {
    repaired: repairedKey(body, payload),
    named: namedKey(name, payload === undefined ? '' : symbolOf(payload)),
  }
}

/** Keys and symbol of a message in the log. */
export function messageKeys(message: string): { exact: number; repaired: number; symbol: string } {
  const read = readBody(message)
  if (!read) return { exact: 0, repaired: 0, symbol: '' }
  const kept = { reading: read.reading, payload: read.payloadText, raw_body: read.rawBody }
  return {
    exact: exactKey(kept),
    repaired: repairedKey(kept, read.payload),
    symbol: symbolOf(read.payload),
  }
}

/** Digest of name and symbol; 0 if either is missing, since one alone does not identify an alert. */
export function namedKey(name: string, ticker: string): number {
  const symbol = bareSymbol(ticker)
  return name.trim() === '' || symbol === '' ? 0 : digest(`${foldName(name)}|${symbol}`)
}

export const nameKey = (name: string): number => digest(foldName(name))

const foldName = (name: string): string => foldText(name).replaceAll(/\s+/g, ' ').trim()

/** `BINANCE:BTCUSDT.P, 1h` is `BTCUSDT.P`. */
const bareSymbol = (ticker: string): string =>
  ticker
    .trim()
    .replace(/^[^:]*:/, '')
    .replace(/[,\s].*$/s, '')
    .toUpperCase()

function repairedKey(body: KeptBody, payload: Payload | undefined): number {
  if (payload === undefined) return 0
  const text =
    body.reading === 'text' ? valueText(valueAt(payload, 'message')) : JSON.stringify(payload)
  return digest(text.replaceAll(/\s+/g, ''))
}

function symbolOf(payload: Payload): string {
  for (const key of SYMBOL_KEYS) {
    const text = valueText(valueAt(payload, key))
    if (text !== '') return text
  }
  return ''
}

function textOf(payload: string): string {
  const value = parsed(payload)
  return value === undefined ? payload : valueText(valueAt(value, 'message'))
}

function parsed(payload: string): Payload | undefined {
  try {
    return parsePayload(payload)
  } catch {
    return undefined
  }
}

const plain = (text: string): string =>
  (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text).trim()
