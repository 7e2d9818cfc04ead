/** Alternative keys under which bodies carry the values that templates ask for. */

import { textKeys } from '../../payload/readable-text.ts'

/** If the key has no value, the first of `others` with a value is used. */
export const synonyms: readonly { key: string; others: readonly string[] }[] = [
  {
    key: 'symbol',
    others: ['ticker', 'pair', 'instrument', 'tv_instrument', 'asset', 'trading_symbol'],
  },
  { key: 'exchange', others: ['tv_exchange', 'market'] },
  {
    key: 'price',
    others: [
      'close',
      'last',
      'entry',
      'trigger_price',
      'entry_price',
      'signal_price',
      'limit_price',
    ],
  },
  { key: 'side', others: ['action', 'order_action', 'direction', 'signal'] },
  { key: 'action', others: ['side', 'order_action'] },
  { key: 'timeframe', others: ['interval', 'time_frame'] },
  { key: 'quantity', others: ['contracts', 'qty', 'size'] },
  { key: 'contracts', others: ['quantity', 'qty', 'size'] },
  { key: 'notes', others: textKeys },
]

/** Whether a key names a single market fact, for which an object is not a value. */
export const isMarketKey = (key: string): boolean =>
  key.toLowerCase() !== 'notes' && byKey.has(key.toLowerCase())

const byKey = new Map(synonyms.map(({ key, others }) => [key, others]))

export const synonymsOf = (key: string): readonly string[] => byKey.get(key.toLowerCase()) ?? []

/** Keys whose value may begin with the market: `exchange` is the part before the colon. */
export const symbolKeys: readonly string[] = ['symbol', ...synonymsOf('symbol')]

/** Market of a symbol: BINANCE of BINANCE:BTCUSDT. */
export const exchangeOf = (symbol: string): string | undefined =>
  /^([a-z]\w*):(?!\/)\S/i.exec(symbol)?.[1]
