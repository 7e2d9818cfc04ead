import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBody } from '#shared/body/read-body.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { substituted } from '#shared/tradingview/chart-placeholders.ts'
import { generatedPayload } from '#shared/tradingview/generated-payload.ts'
import { checkPayload, isBroken } from './check-payload.ts'

const told = (...lines: string[]) =>
  checkPayload(lines.join('\n'), 'c1').map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  )

const unquoted = (key: string) =>
  `{{${key}}} va entre comillas: si TradingView no tiene valor, escribe NaN y el JSON se rompe.`

describe('checking a message for TradingView', () => {
  it('has nothing against what the generator makes of any of the templates', () => {
    for (const { content } of defaultTemplates) {
      const payload = generatedPayload({ connectionId: 'c1', template: { content } })
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

  it('has nothing against JSON in a text, which is read as what it says', () => {
    expect(told('"{\\"symbol\\":\\"{{ticker}}\\"}"')).toEqual([])
  })

  it('wants no more levels than an alert may have', () => {
    const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(told(deep(100))).toEqual([])
    expect(told(deep(101))).toEqual(['error 1: Tiene más de 100 niveles, unos dentro de otros.'])
  })

  it('warns of a name that stands there twice', () => {
    expect(told('{', '  "price": "{{open}}",', '  "price": "{{close}}"', '}')).toEqual([
      'warning 3: «price» está más de una vez: cuenta el último valor.',
    ])
  })

  it('wants the connection’s own id, if one is there', () => {
    expect(told('{', '  "connectionId": "c1"', '}')).toEqual([])
    expect(told('{', '  "symbol": "{{ticker}}",', '  "connectionId": "c2"', '}')).toEqual([
      'warning 3: connectionId no es el de esta conexión. La alerta entra por la URL del webhook: deja aquí el suyo.',
    ])
  })

  it.each([
    ['{{plot("RSI 14"}}', 'Dentro de un texto, las comillas se escriben \\".'],
    ['{{x "y"}}', 'Dentro de un texto, las comillas se escriben \\".'],
    ['{{x\\q}}', 'Dentro de un texto, la barra invertida se escribe doble: \\\\.'],
    ['{{x\ty}}', 'Dentro de un texto, el tabulador se escribe \\t.'],
  ])('says where what stays between braces breaks it: %s', (value, message) => {
    expect(told('{', '  "price": {{close}},', `  "x": "${value}"`, '}')).toEqual([
      `error 2: ${unquoted('close')}`,
      `error 3: ${message}`,
      expect.stringMatching(/^warning 3: .* no es un placeholder estándar/),
    ])
  })

  it('names each placeholder once, on the line where it is first wrong', () => {
    expect(told('{', '  "a": "\\"{{rsi}}",', '  "b": {{rsi}},', '  "c": {{rsi}}', '}')).toEqual([
      'warning 2: {{rsi}} no es un placeholder estándar de TradingView y puede que no funcione.',
      `error 3: ${unquoted('rsi')}`,
    ])
  })

  it('looks no further into what is longer than Pregonero takes', () => {
    const message = 'error 1: Es demasiado largo: Pregonero admite mensajes de hasta 64 KB.'
    expect(told(`{"a":"${'x'.repeat(65_528)}"}`)).toEqual([])
    expect(told(`{"a":"${'x'.repeat(65_529)}"}`)).toEqual([message])
    expect(told(`{"a":"${'ñ'.repeat(32_765)}"}`)).toEqual([message])
    expect(told(`{"a":"${'x'.repeat(10_000_000)}`)).toEqual([message])
  })

  it('has an answer to every text, and an error for all that will be no object', () => {
    const piece = fc.constantFrom(
      ...[
        '{{',
        '}}',
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '\\',
        '\n',
        '\t',
        '\r',
        ' ',
        '0',
        '-',
        '.',
      ],
      ...[
        'plot(',
        ')',
        'close',
        'x',
        '"a":',
        '{{close}}',
        '{{ticker}}',
        '{{plot("RSI")}}',
        '\ud800',
      ],
    )
    const text = fc.array(piece, { maxLength: 16 }).map(pieces => pieces.join(''))
    const whole = fc.oneof(
      text,
      text.map(value => `{\n"a": "${value}"\n}`),
      text.map(value => `{\n"a": ${value}\n}`),
    )
    fc.assert(
      fc.property(whole, json => {
        const problems = checkPayload(json, 'c1')
        if (isObject(substituted(json))) expect(readBody(substituted(json))?.reading).toBe('json')
        else if (readBody(substituted(json))?.reading !== 'repaired')
          expect(isBroken(problems)).toBe(true)
        const lines = json.split('\n').length
        for (const { line } of problems) expect(line >= 1 && line <= lines).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
