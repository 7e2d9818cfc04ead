import { describe, expect, it } from 'vitest'
import { isOwnText, valueHint } from './value-hint.ts'

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
