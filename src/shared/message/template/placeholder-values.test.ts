import { describe, expect, it } from 'vitest'
import { parsePayload, valueText } from '../../payload/payload.ts'
import { PlaceholderValues } from './placeholder-values.ts'
import { synonyms } from './synonyms.ts'

const valuesOf = (json: string) =>
  new PlaceholderValues({
    payload: parsePayload(json),
    builtIn: { alert_name: 'Cruce', timestamp: 'hoy' },
    timeZone: 'UTC',
  })
const textOf = (json: string, key: string) => valueText(valuesOf(json).at(key))

describe('a key without a value', () => {
  it.each(synonyms.flatMap(({ key, others }) => others.map(other => [key, other])))(
    '%s takes the value of %s, in any case',
    (key, other) => {
      for (const spelled of [other, other.toUpperCase()]) {
        const values = valuesOf(`{"${spelled}":1.10}`)
        expect(valueText(values.at(key))).toBe('1.10')
        expect(valueText(values.at(key.toUpperCase()))).toBe('1.10')
        expect(values.sourceOf(key)).toBe(spelled)
        expect(values.isTrue(key)).toBe(true)
      }
    },
  )

  it('takes the first synonym of the table, not of the body', () => {
    expect(textOf('{"entry":1,"last":2,"close":3}', 'price')).toBe('3')
    expect(textOf('{"entry":1,"LAST":2}', 'price')).toBe('2')
  })

  it('prefers its own name in another case to a synonym', () => {
    const values = valuesOf('{"ticker":"A","SYMBOL":"B"}')
    expect(values.at('symbol')).toBe('B')
    expect(values.sourceOf('symbol')).toBe('SYMBOL')
  })

  it('skips empty, unfilled and nested synonyms, but takes 0 and false', () => {
    const nothing = ['null', '""', '" "', '{"x":1}', '["x"]', '"YOUR_PINE_VARIABLE_FOR_ticker"']
    for (const value of nothing) {
      expect(textOf(`{"ticker":${value},"pair":"B"}`, 'symbol')).toBe('B')
      expect(valuesOf(`{"ticker":${value}}`).at('symbol')).toBeUndefined()
    }
    expect(textOf('{"Notes":0,"ACTIVE":false}', 'notes')).toBe('0')
    expect(textOf('{"Notes":0,"ACTIVE":false}', 'active')).toBe('false')
  })

  it('does not follow synonyms of synonyms or in reverse', () => {
    expect(valuesOf('{"symbol":"A"}').at('ticker')).toBeUndefined()
    expect(valuesOf('{"symbol":"A"}').at('pair')).toBeUndefined()
    expect(valuesOf('{"signal":"a"}').at('action')).toBeUndefined()
    expect(valuesOf('{"toString":"x"}').at('constructor')).toBeUndefined()
  })

  it('finds nested keys in another case, step by step', () => {
    const values = valuesOf('{"Bar":{"Close":2},"bar.OPEN":1}')
    expect(valueText(values.at('bar.close'))).toBe('2')
    expect(values.sourceOf('bar.close')).toBe('Bar.Close')
    expect(valueText(values.at('BAR.open'))).toBe('1')
  })
})

describe('a nested value', () => {
  it.each([
    ['side', '{"order":{"action":"buy"}}', 'order.action', 'buy'],
    ['price', '{"Bar":{"Close":2}}', 'Bar.Close', '2'],
    ['side', '{"strategy":{"order_action":"sell"}}', 'strategy.order_action', 'sell'],
    ['symbol', '{"instrument":{"symbol":"SPY"}}', 'instrument.symbol', 'SPY'],
    ['risk', '{"plan":{"risk":1}}', 'plan.risk', '1'],
    ['price', '{"price":{"open":1,"close":2}}', 'price.close', '2'],
    ['price', '{"price":{"value":3}}', 'price.value', '3'],
    ['price', '{"price":{"open":1},"close":4}', 'close', '4'],
  ])('for %s of %s is taken from %s', (key, json, from, value) => {
    const values = valuesOf(json)
    expect(valueText(values.at(key))).toBe(value)
    expect(values.sourceOf(key)).toBe(from)
  })

  it.each([
    ['side', '{"a":{"action":"buy"},"b":{"action":"sell"}}'],
    ['side', '{"params":{"direction":1}}'],
    ['price', '{"legs":[{"price":1}]}'],
    ['price', '{"price":{"high":1}}'],
    ['timeframe', '{"timeframe":{"chart_tf":"5","event_tf":"15"}}'],
  ])('for %s is not taken from %s', (key, json) => {
    expect(valuesOf(json).at(key)).toBeUndefined()
  })

  it('is a whole object if the template asks for it', () => {
    expect(textOf('{"bar":{"close":2}}', 'bar')).toBe('{"close":2}')
  })
})

describe('the side and the symbol', () => {
  it('are taken from the only side word, and from base and quote', () => {
    expect(valuesOf('{"data":"Buy","n":"x"}').sourceOf('side')).toBe('data')
    expect(valuesOf('{"a":"buy","b":"sell"}').at('side')).toBeUndefined()
    expect(valuesOf('{"market_position":"long"}').at('side')).toBeUndefined()
    expect(textOf('{"base":"BTC","quote":"USDT.P"}', 'symbol')).toBe('BTCUSDT.P')
    expect(valuesOf('{"base":"BTC"}').at('symbol')).toBeUndefined()
  })
})

describe('a key with a value', () => {
  it.each(['"A"', '""', 'null', 'false', '0'])('keeps %s, though a synonym has a value', value => {
    const values = valuesOf(`{"ticker":"T","Symbol":"S","symbol":${value}}`)
    expect(valueText(values.at('symbol'))).toBe(valueText(JSON.parse(value)))
    expect(values.sourceOf('symbol')).toBeUndefined()
  })
})

describe('the exchange', () => {
  it.each([
    ['{"symbol":"BINANCE:BTCUSDT.P"}', 'BINANCE', 'symbol'],
    ['{"Ticker":"CME_MINI:ES1!"}', 'CME_MINI', 'Ticker'],
    ['{"symbol":"BTCUSDT","pair":"KRAKEN:XBTUSD"}', 'KRAKEN', 'pair'],
    ['{"symbol":"BINANCE:BTCUSDT","Exchange":"Binance"}', 'Binance', 'Exchange'],
  ])('is read from %s as %s', (json, exchange, lender) => {
    const values = valuesOf(json)
    expect(values.at('exchange')).toBe(exchange)
    expect(values.sourceOf('exchange')).toBe(lender)
  })

  it.each(['BTCUSDT', 'https://x.y', 'A: B', ':B', 'A:', '12:30', 'A B:C'])(
    'is not in %j',
    symbol => {
      expect(valuesOf(JSON.stringify({ symbol })).at('exchange')).toBeUndefined()
    },
  )

  it('stays in the symbol as well', () => {
    expect(textOf('{"symbol":"BINANCE:BTCUSDT"}', 'symbol')).toBe('BINANCE:BTCUSDT')
  })
})

describe('a built-in value', () => {
  it('is found by its name in any case', () => {
    expect(textOf('{}', 'Alert_Name')).toBe('Cruce')
    expect(textOf('{"connectionid":"c1"}', 'ConnectionID')).toBe('c1')
    expect(textOf('{"a":1}', 'PAYLOAD')).toBe('{\n  "a": 1\n}')
    expect(textOf('{"Timestamp":"YOUR_PINE_VARIABLE_FOR_Timestamp"}', 'Timestamp')).toBe('hoy')
  })

  it('precedes a body key in another case, not one in the same case', () => {
    expect(textOf('{"TIMESTAMP":"ayer"}', 'timestamp')).toBe('hoy')
    expect(textOf('{"timestamp":"ayer"}', 'timestamp')).toBe('ayer')
  })

  it('omits the connection id from the payload, in any case', () => {
    expect(textOf('{"ConnectionID":"c1","a":1}', 'payload')).toBe('{\n  "a": 1\n}')
  })

  it('is not expected from the body', () => {
    const values = valuesOf('{}')
    for (const key of ['alert_name', 'Timestamp', 'connectionID', 'payload'])
      expect(values.isFromBody(key)).toBe(false)
    expect(values.isFromBody('symbol')).toBe(true)
  })
})

describe('a hostile body', () => {
  it('is read in reasonable time for 10,000 keys', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `k${index}`)
    const values = valuesOf(JSON.stringify(Object.fromEntries(keys.map(key => [key, key]))))
    for (const key of keys) expect(values.at(key.toUpperCase())).toBe(key)
    for (const key of keys) expect(values.at(`${key}.x`)).toBeUndefined()
  })

  it('may have a key named __proto__', () => {
    expect(textOf('{"__proto__":{"Price":1},"a":2}', '__PROTO__.price')).toBe('1')
    expect(valuesOf('{"__proto__":{"price":1}}').sourceOf('price')).toBe('__proto__.price')
  })
})
