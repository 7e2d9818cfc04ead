import { describe, expect, it } from 'vitest'
import { chartPlaceholders } from '#shared/tradingview/chart-placeholders.ts'
import { fitFields, isOwnText, matchingPlaceholders, valueHint } from './field-values.ts'

describe('fitFields', () => {
  it('suggests a value for an unwritten field', () => {
    expect(fitFields(['symbol', 'riesgo'], {})).toEqual({
      fields: [
        ['symbol', '{{ticker}}'],
        ['riesgo', 'YOUR_PINE_VARIABLE_FOR_riesgo'],
      ],
      leftover: [],
    })
  })

  it('keeps written values, even empty ones, in the order of the template', () => {
    const written = { notes: '', symbol: 'XAUUSD' }
    expect(fitFields(['symbol', 'notes'], written).fields).toEqual([
      ['symbol', 'XAUUSD'],
      ['notes', ''],
    ])
  })

  it('separates the fields that the template no longer has', () => {
    const written = { symbol: '{{ticker}}', riesgo: '1 %' }
    expect(fitFields(['symbol'], written)).toEqual({
      fields: [['symbol', '{{ticker}}']],
      leftover: [['riesgo', '1 %']],
    })
  })

  it('keeps all written values if the template is unknown', () => {
    expect(fitFields(undefined, { riesgo: '1 %' })).toEqual({
      fields: [['riesgo', '1 %']],
      leftover: [],
    })
  })

  it('accepts a field named like a property of objects', () => {
    expect(fitFields(['constructor'], {}).fields).toEqual([
      ['constructor', 'YOUR_PINE_VARIABLE_FOR_constructor'],
    ])
  })
})

const hint = (value: string, field = 'campo') => valueHint(field, value).text

describe('the hint of a field', () => {
  it('describes the value that TradingView fills in', () => {
    expect(hint('{{ticker}}')).toBe('Símbolo.')
    expect(hint(' {{ close }} ')).toBe('Cierre de la vela.')
    expect(hint('{{plot("RSI")}}')).toBe('Lo pone TradingView.')
    expect(hint('Cierra {{ticker}} en {{close}}')).toBe('Texto con lo que ponga TradingView.')
  })

  it('warns only of a single non-standard placeholder', () => {
    expect(valueHint('riesgo', '{{risk_pct}}')).toEqual({
      text: '{{risk_pct}} no es un placeholder estándar de TradingView y puede que no funcione.',
      isWarning: true,
    })
    expect(valueHint('rsi', '{{plot_20}}').isWarning).toBe(true)
    for (const value of ['{{plot_19}}', '{{alert_name}}', '{{risk_pct}} %', '{{a}}{{b}}', 'risk']) {
      expect(valueHint('riesgo', value).isWarning, value).toBeUndefined()
    }
  })

  it('distinguishes fields to write from fields that the server fills', () => {
    expect(hint('YOUR_PINE_VARIABLE_FOR_riesgo', 'riesgo')).toBe(
      'Por rellenar: un texto o un placeholder.',
    )
    for (const field of ['connection_name', 'alert_name', 'timestamp']) {
      expect(hint(`YOUR_PINE_VARIABLE_FOR_${field}`, field)).toBe(
        'Lo rellena Pregonero al recibir la alerta.',
      )
    }
    expect(hint('Ruptura', 'alert_name')).toBe('Texto fijo.')
    expect(hint('  ')).toBe('Vacío: irá sin texto.')
  })
})

describe('a picked placeholder', () => {
  it('replaces another placeholder or a suggestion', () => {
    for (const value of ['', '{{ticker}}', '{{mine}}', 'YOUR_PINE_VARIABLE_FOR_sl']) {
      expect(isOwnText(value), value).toBe(false)
    }
  })

  it('is inserted into a text of the user', () => {
    expect(isOwnText('Cierra {{ticker}}')).toBe(true)
    expect(isOwnText('{{a}} {{b}}')).toBe(true)
  })
})

const found = (text: string) => matchingPlaceholders(text).map(({ key }) => key)

describe('the search for a placeholder', () => {
  it('matches its name, with or without braces', () => {
    expect(found('{{ticker}}')).toEqual(['ticker'])
    expect(found('order.a')).toEqual(['strategy.order.action', 'strategy.order.alert_message'])
  })

  it('matches its meaning, ignoring accents', () => {
    expect(found('simbolo')).toEqual(['ticker'])
  })

  it('returns all for an empty text', () => {
    expect(found('')).toHaveLength(chartPlaceholders.length)
    expect(found('nada de eso')).toEqual([])
  })
})
