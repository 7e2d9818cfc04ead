import { type AskingTemplate, askedKeys } from '../message/template/asked-keys.ts'
import { synonymsOf } from '../message/template/synonyms.ts'
import { examplePayload, type GeneratedPayload } from './generated-payload.ts'

/** Plausible value for every field that the default templates ask for. */
export const sampleValues: Readonly<Record<string, string>> = {
  symbol: 'XAUUSD',
  price: '4131.20',
  action: 'buy',
  side: 'buy',
  timeframe: '1h',
  exchange: 'OANDA',
  time: '2026-11-19T15:35:00Z',
  strategy_name: 'Ruptura de sesión',
  contracts: '2',
  position_size: '2',
  market_position: 'long',
  stop_loss: '4118.00',
  take_profit: '4165.50',
  indicator: 'EMA 9/21',
  direction: 'alza',
  plot_0: '4129.80',
  plot_1: '4127.35',
  volume: '18250',
  average_volume: '9120',
  level: '4130.00',
  title: 'El oro marca un máximo de sesión',
  summary: 'La demanda de refugio empuja el precio.',
  url: 'https://es.tradingview.com/symbols/XAUUSD/',
  error_code: '429',
  error_message: 'Demasiadas órdenes seguidas.',
  comment: 'Entrada por ruptura',
  notes: 'Cierre por encima del máximo de sesión.',
}

/** Values that TradingView inserts for the placeholders of `examplePayload`. */
const exampleValues = {
  symbol: 'BTCUSDT',
  side: 'buy',
  price: '94312.50',
  quantity: '0.05',
  timeframe: '5',
  exchange: 'BINANCE',
  strategy_name: 'Alerta de prueba',
}

/**
 * `examplePayload` as TradingView sends it, with its placeholders replaced.
 * @param template adds the `sampleValues` of further fields that it asks for
 */
export function exampleAlert(connectionId: string, template?: AskingTemplate): GeneratedPayload {
  const filled = { ...examplePayload(connectionId), ...exampleValues }
  const isFilled = (key: string) =>
    [key, ...synonymsOf(key)].some(name => Object.hasOwn(filled, name))
  const others = (template ? askedKeys(template) : []).filter(
    key => !isFilled(key) && Object.hasOwn(sampleValues, key),
  )
  return { ...filled, ...Object.fromEntries(others.map(key => [key, sampleValues[key] ?? ''])) }
}
