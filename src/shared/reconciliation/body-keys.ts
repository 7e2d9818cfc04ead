/** By what a row of TradingView's log and an alert of the history are recognised as the same. */
import { readBody } from '../body/read-body.ts'
import { foldText } from '../format.ts'
import type { Reading } from '../model/alert.ts'
import { type Payload, parsePayload, valueAt, valueText } from '../payload/payload.ts'
import { digest } from './digest.ts'

/** The columns of an alert that say what came. */
export type KeptBody = { reading: Reading; payload: string; raw_body: string | null }

/** Keys whose value is what TradingView calls the ticker. */
const SYMBOL_KEYS = ['symbol', 'ticker', 'pair', 'instrument', 'asset']

/** The body as it came, but for what a CSV or a form does to the ends of lines. */
export const exactKey = ({ reading, payload, raw_body }: KeptBody): number =>
  digest(plain(raw_body ?? (reading === 'text' ? textOf(payload) : payload)))

/** @property repaired of what was made of the body; @property named of its name and symbol */
export type LateKeys = { repaired: number; named: number }

export function lateKeys(body: KeptBody, name: string): LateKeys {
  const payload = parsed(body.payload)
  return {
    repaired: repairedKey(body, payload),
    named: namedKey(name, payload === undefined ? '' : symbolOf(payload)),
  }
}

/** The same of a message in the log. */
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

/** 0 without a name or a symbol: neither alone tells one alert from another. */
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
