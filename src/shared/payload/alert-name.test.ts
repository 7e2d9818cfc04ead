import { describe, expect, it } from 'vitest'
import { alertName, payloadSummary } from './alert-name.ts'
import { parsePayload } from './payload.ts'

const payload = (value: object) => parsePayload(JSON.stringify(value))

describe('the name of an alert', () => {
  it('is the body’s alert_name before anything else', () => {
    const named = payload({ strategy_name: 'c', name: 'b', alert_name: 'a' })
    expect(alertName(named, 'Oro')).toBe('a')
  })

  it('may begin with a bracket, unlike an object or a list', () => {
    expect(alertName(payload({ name: '[15m] Cruce' }), 'Oro')).toBe('[15m] Cruce')
    expect(alertName(payload({ alert_name: '{BTC} largo' }), 'Oro')).toBe('{BTC} largo')
    for (const name of [[15], { a: 1 }, '{"a":1}', '["a"]', '{}', '[]'])
      expect(alertName(payload({ name }), 'Oro')).toBe('Alerta de Oro')
    expect(payloadSummary(payload({ symbol: 'BTC', side: '[buy]' }))).toBe('BTC · [buy]')
  })

  it('ignores an unfilled placeholder', () => {
    const named = payload({ alert_name: 'YOUR_PINE_VARIABLE_FOR_alert_name', strategy_name: 'EMA' })
    expect(alertName(named, 'Oro')).toBe('EMA')
  })

  it('comes from the saved configuration whose fixed texts the body has', () => {
    const configs = [
      { name: 'Cualquiera', templateFields: { symbol: '{{ticker}}', stop: '' } },
      { name: 'Cruce', templateFields: { symbol: '{{ticker}}', notes: 'Cruce', 'a.b': '1' } },
      { name: 'Cruce corto', templateFields: { notes: 'Cruce', 'a.b': '1', side: 'sell' } },
      { name: 'Sin tocar', templateFields: { notes: 'Escribe aquí tu nota' } },
    ]
    const named = (body: object) => alertName(payload(body), 'Oro', configs)
    expect(named({ notes: 'Cruce', a: { b: 1 }, strategy_name: 'EMA' })).toBe('Cruce')
    expect(named({ notes: 'Cruce', a: { b: 1 }, side: 'sell' })).toBe('Cruce corto')
    expect(named({ notes: 'Cruce', strategy_name: 'EMA' })).toBe('EMA')
    expect(named({ notes: 'Cruce', a: { b: 1 }, name: 'Mía' })).toBe('Mía')
    expect(named({ strategy_name: 'EMA', notes: 'Escribe aquí tu nota' })).toBe('EMA')
  })

  it('ignores configurations that share the same fixed texts', () => {
    const configs = ['Corto', 'Largo'].map(name => ({ name, templateFields: { notes: 'Cruce' } }))
    expect(alertName(payload({ notes: 'Cruce', strategy_name: 'EMA' }), 'Oro', configs)).toBe('EMA')
  })

  it('drops invisible characters and replaces unstorable ones', () => {
    expect(alertName(payload({ alert_name: 'a\0b\u{d83d}\u{202e}c' }), 'Oro')).toBe(
      'a\u{fffd}b\u{fffd}c',
    )
  })

  it('is made from the connection’s name when the body has no name', () => {
    expect(alertName(payload({ name: ' ', price: 1 }), 'Oro')).toBe('Alerta de Oro')
  })
})

describe('the summary of a payload', () => {
  it('has the symbol, the side, the price and the timeframe', () => {
    const body = parsePayload('{"timeframe":"5m","price":94312.50,"side":"buy","symbol":"BTCUSDT"}')
    expect(payloadSummary(body)).toBe('BTCUSDT · buy · 94312.50 · 5m')
  })

  it('reaches into nested objects', () => {
    const body = payload({ ticker: 'DOGE', strategy: { order_action: 'buy' }, bar: { close: 0.5 } })
    expect(payloadSummary(body)).toBe('DOGE · buy · 0.5')
  })

  it('takes the first values of an unknown body, without secrets', () => {
    const body = payload({ passphrase: 'x', event: 'ISM', actual: 54.1, note: 'a\nb', list: [1] })
    expect(payloadSummary(body)).toBe('ISM · 54.1 · a b')
  })

  it('replaces characters that no database stores', () => {
    expect(payloadSummary(payload({ note: 'a\0b\u{d83d}c' }))).toBe('a\u{fffd}b\u{fffd}c')
  })
})
