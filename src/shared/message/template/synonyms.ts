/** Other names under which bodies bring the values that templates ask for. */

/** Where the key has no value, the first of the others that has one is used. */
export const synonyms: readonly { key: string; others: readonly string[] }[] = [
  { key: 'symbol', others: ['ticker', 'pair', 'instrument'] },
  { key: 'price', others: ['close', 'last', 'entry'] },
  { key: 'side', others: ['action', 'order_action', 'direction', 'signal'] },
  { key: 'timeframe', others: ['interval'] },
  { key: 'quantity', others: ['contracts', 'qty', 'size'] },
]

const byKey = new Map(synonyms.map(({ key, others }) => [key, others]))

export const synonymsOf = (key: string): readonly string[] => byKey.get(key.toLowerCase()) ?? []

/** Keys whose value may begin with the market: `exchange` is the part before the colon. */
export const symbolKeys: readonly string[] = ['symbol', ...synonymsOf('symbol')]

/** BINANCE of BINANCE:BTCUSDT. */
export const exchangeOf = (symbol: string): string | undefined =>
  /^([a-z]\w*):(?!\/)\S/i.exec(symbol)?.[1]
