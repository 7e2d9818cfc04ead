import { describe, expect, it } from 'vitest'
import { chartPlaceholders } from '#shared/tradingview/chart-placeholders.ts'
import { fitFields, isOwnText, matchingPlaceholders, valueHint } from './field-values.ts'

describe('fitting what was written to the fields of a template', () => {
  it('suggests a value for a field that is not written yet', () => {
    expect(fitFields(['symbol', 'riesgo'], {})).toEqual({
      fields: [
        ['symbol', '{{ticker}}'],
        ['riesgo', 'YOUR_PINE_VARIABLE_FOR_riesgo'],
      ],
      leftover: [],
    })
  })

  it('keeps what was written, an empty text too, in the order of the template', () => {
    const written = { notes: '', symbol: 'XAUUSD' }
    expect(fitFields(['symbol', 'notes'], written).fields).toEqual([
      ['symbol', 'XAUUSD'],
      ['notes', ''],
    ])
  })

  it('sets apart what the template no longer has', () => {
    const written = { symbol: '{{ticker}}', riesgo: '1 %' }
    expect(fitFields(['symbol'], written)).toEqual({
      fields: [['symbol', '{{ticker}}']],
      leftover: [['riesgo', '1 %']],
    })
  })

  it('leaves everything as it is where the template is not known', () => {
    expect(fitFields(undefined, { riesgo: '1 %' })).toEqual({
      fields: [['riesgo', '1 %']],
      leftover: [],
    })
  })

  it('takes a name for a name, whatever it means elsewhere', () => {
    expect(fitFields(['constructor'], {}).fields).toEqual([
      ['constructor', 'YOUR_PINE_VARIABLE_FOR_constructor'],
    ])
  })
})

const hint = (value: string, field = 'campo') => valueHint(field, value).text

describe('the line below a field', () => {
  it('says what TradingView puts in', () => {
    expect(hint('{{ticker}}')).toBe('Símbolo.')
    expect(hint(' {{ close }} ')).toBe('Cierre de la vela.')
    expect(hint('{{plot("RSI")}}')).toBe('Lo pone TradingView.')
    expect(hint('Cierra {{ticker}} en {{close}}')).toBe('Texto con lo que ponga TradingView.')
  })

  it('warns of exactly one placeholder that TradingView is not known to fill', () => {
    expect(valueHint('riesgo', '{{risk_pct}}')).toEqual({
      text: '{{risk_pct}} no es un placeholder estándar de TradingView y puede que no funcione.',
      isWarning: true,
    })
    expect(valueHint('rsi', '{{plot_20}}').isWarning).toBe(true)
    for (const value of ['{{plot_19}}', '{{alert_name}}', '{{risk_pct}} %', '{{a}}{{b}}', 'risk']) {
      expect(valueHint('riesgo', value).isWarning, value).toBeUndefined()
    }
  })

  it('says what is still to be written, and what the server writes', () => {
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
  it('takes the place of another one and of what was suggested', () => {
    for (const value of ['', '{{ticker}}', '{{mine}}', 'YOUR_PINE_VARIABLE_FOR_sl']) {
      expect(isOwnText(value), value).toBe(false)
    }
  })

  it('goes into a text of one’s own', () => {
    expect(isOwnText('Cierra {{ticker}}')).toBe(true)
    expect(isOwnText('{{a}} {{b}}')).toBe(true)
  })
})

const found = (text: string) => matchingPlaceholders(text).map(({ key }) => key)

describe('looking for a placeholder', () => {
  it('goes by its name, with or without the braces', () => {
    expect(found('{{ticker}}')).toEqual(['ticker'])
    expect(found('order.a')).toEqual(['strategy.order.action', 'strategy.order.alert_message'])
  })

  it('goes by its meaning, whatever the accents', () => {
    expect(found('simbolo')).toEqual(['ticker'])
  })

  it('offers all of them to begin with', () => {
    expect(found('')).toHaveLength(chartPlaceholders.length)
    expect(found('nada de eso')).toEqual([])
  })
})
