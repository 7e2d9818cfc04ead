import { describe, expect, it } from 'vitest'
import { chartAddress, chartName } from './chart-address.ts'

const CHART = 'https://es.tradingview.com/chart/?symbol='
const opened = (symbol: string, exchange = '', interval = '') =>
  chartAddress({ symbol, exchange, interval })?.replace(CHART, '')

describe('the chart address of an alert', () => {
  it.each([
    ['BTCUSDT', 'BINANCE', '5', 'BINANCE:BTCUSDT&interval=5'],
    ['CL1!', 'NYMEX', '240', 'NYMEX:CL1!&interval=240'],
    ['NYMEX:CL1!', 'NYMEX', 'D', 'NYMEX:CL1!&interval=D'],
    ['BINANCE:BTCUSDT.P', '', '1D', 'BINANCE:BTCUSDT.P&interval=1D'],
    ['CL1!', 'NYMEX_DL', '', 'NYMEX:CL1!'],
    ['CME_MINI_DL:ES1!', 'otra', '', 'CME_MINI:ES1!'],
    ['NIFTY', 'NSE_DLY', '', 'NSE:NIFTY'],
    ['BTCUSDT', 'Binance', '', 'BINANCE:BTCUSDT'],
    [' BTCUSDT ', ' BINANCE ', ' 15 ', 'BINANCE:BTCUSDT&interval=15'],
    ['AAPL', 'New York Stock Exchange', '', 'AAPL'],
    ['M&M', 'NSE', '', 'NSE:M%26M'],
    ['1/NYMEX:CL1!', 'NYMEX', '', '1%2FNYMEX:CL1!'],
    ['1/BTCUSDT', 'BINANCE', '', '1%2FBINANCE:BTCUSDT'],
    ['BAC/PL', 'NYSE', '', 'NYSE:BAC%2FPL'],
    ['005930', 'KRX', '', 'KRX:005930'],
    ['BINANCE:BTCUSDT/BINANCE:ETHUSDT', 'BINANCE', '', 'BINANCE:BTCUSDT%2FBINANCE:ETHUSDT'],
    ['A&interval=1#', '', '', 'A%26interval%3D1%23'],
  ])('for %s at «%s», interval «%s», is %s', (symbol, exchange, interval, address) => {
    expect(opened(symbol, exchange, interval)).toBe(address)
  })

  it.each([
    ['1', '1'],
    ['1440', '1440'],
    ['30S', '30S'],
    ['W', 'W'],
    ['1M', '1M'],
    ['12M', '12M'],
    ['5m', '5'],
    ['15 min', '15'],
    ['1h', '60'],
    ['4H', '240'],
    ['1d', '1D'],
    ['1w', '1W'],
    ['30s', '30S'],
  ])('writes the interval %s as %s', (interval, written) => {
    expect(opened('A', '', interval)).toBe(`A&interval=${written}`)
  })

  it.each(['0', '', 'diario', '5&symbol=B', '99999', '1x', 'true'])(
    'omits the interval %j',
    interval => {
      expect(opened('A', '', interval)).toBe('A')
    },
  )

  it.each(['', '  ', 'BTC USDT', '{{ticker}}', '{"a":1}', 'https://a.b', 'ñ', 'x'.repeat(101)])(
    'is undefined for the symbol %j',
    symbol => {
      expect(opened(symbol, 'BINANCE', '5')).toBeUndefined()
    },
  )
})

describe('the name of a chart', () => {
  it.each([
    ['BTCUSDT', 'BINANCE', '5', 'BTCUSDT · 5m'],
    ['CL1!', 'NYMEX', '240', 'CL1! · 4h'],
    ['M&M', 'NSE', 'D', 'M&M · D'],
    ['AAPL', '', '', 'AAPL'],
  ])('for %s at «%s», interval «%s», is %s', (symbol, exchange, interval, name) => {
    expect(chartName(chartAddress({ symbol, exchange, interval }) ?? '')).toBe(name)
  })

  it.each([
    'https://ejemplo.com/?symbol=A',
    'https://es.tradingview.com/chart/?symbol=',
    'https://es.tradingview.com/chart/?symbol=%ff',
    'https://es.tradingview.com/chart/?symbol=A&otro=1',
  ])('is undefined for %s', address => {
    expect(chartName(address)).toBeUndefined()
  })
})
