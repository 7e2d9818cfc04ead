/** By what other names bodies bring what templates ask for. */

/** Where the key has no value, the first of the others that has one lends it. */
export const synonyms: readonly { key: string; others: readonly string[] }[] = [
  { key: 'symbol', others: ['ticker', 'pair', 'instrument'] },
  { key: 'price', others: ['close', 'last', 'entry'] },
  { key: 'side', others: ['action', 'order_action', 'direction', 'signal'] },
  { key: 'timeframe', others: ['interval'] },
  { key: 'quantity', others: ['contracts', 'qty', 'size'] },
]

const byKey = new Map(synonyms.map(({ key, others }) => [key, others]))

export const synonymsOf = (key: string): readonly string[] => byKey.get(key.toLowerCase()) ?? []

/** Keys that may say on which market it is: `exchange` is what stands before the colon. */
export const symbolKeys: readonly string[] = ['symbol', ...synonymsOf('symbol')]

/** BINANCE of BINANCE:BTCUSDT. */
export const exchangeOf = (symbol: string): string | undefined =>
  /^([a-z]\w*):(?!\/)\S/i.exec(symbol)?.[1]
