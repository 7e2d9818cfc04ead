import { describe, expect, it } from 'vitest'
import { defaultTemplates } from '#shared/message/defaults.ts'
import { generatedPayload } from '#shared/payload.ts'
import { checkPayload } from './check-payload.ts'

const told = (...lines: string[]) =>
  checkPayload(lines.join('\n'), 'c1').map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  )

const unquoted = (key: string) =>
  `{{${key}}} va entre comillas: si TradingView no tiene valor, escribe NaN y el JSON se rompe.`

describe('checking a message for TradingView', () => {
  it('has nothing against what the generator makes of any of the templates', () => {
    for (const { content } of defaultTemplates) {
      const payload = generatedPayload({ connectionId: 'c1', template: content })
      expect(told(JSON.stringify(payload, null, 2))).toEqual([])
    }
  })

  it('says which line breaks, and by what', () => {
    expect(told('{', '  "symbol": "{{ticker}}"', '  "price": "{{close}}"', '}')).toEqual([
      'error 2: Falta una coma.',
    ])
    expect(told('')).toEqual(['error 1: No hay nada escrito.'])
  })

  it('is not misled by the quotes of a series that is named by its title', () => {
    expect(told('{', '  "rsi": "{{plot("RSI 14")}}"', '}')).toEqual([])
  })

  it('warns of a number without quotes, which may be NaN', () => {
    expect(told('{', '  "symbol": "{{ticker}}",', '  "price": {{close}}', '}')).toEqual([
      `warning 3: ${unquoted('close')}`,
    ])
  })

  it('calls it an error where even the usual value breaks it', () => {
    expect(told('{', '  "symbol": {{ticker}},', '  "price": {{close}}', '}')).toEqual([
      `error 2: ${unquoted('ticker')}`,
      `error 3: ${unquoted('close')}`,
    ])
  })

  it('warns of what TradingView is not known to fill in', () => {
    expect(told('{', '  "rsi": "{{rsi}}",', '  "plot": "{{plot_20}}"', '}')).toEqual([
      'warning 2: {{rsi}} no es un placeholder estándar de TradingView y puede que no funcione.',
      'warning 3: {{plot_20}} no es un placeholder estándar de TradingView y puede que no funcione.',
    ])
  })

  it('wants an object', () => {
    const message = 'No es un objeto {…}: Pregonero lo enviaría tal cual, sin la plantilla.'
    expect(told('["{{ticker}}"]')).toEqual([`error 1: ${message}`])
    expect(told('null')).toEqual([`error 1: ${message}`])
  })

  it('wants the connection’s own id, if one is there', () => {
    expect(told('{', '  "connectionId": "c1"', '}')).toEqual([])
    expect(told('{', '  "symbol": "{{ticker}}",', '  "connectionId": "c2"', '}')).toEqual([
      'warning 3: connectionId no es el de esta conexión. La alerta entra por la URL del webhook: deja aquí el suyo.',
    ])
  })
})
