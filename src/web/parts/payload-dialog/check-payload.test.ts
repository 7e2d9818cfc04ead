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

describe('the check of a message for TradingView', () => {
  it('accepts the generated payload of every default template', () => {
    for (const { content } of defaultTemplates) {
      const payload = generatedPayload({ connectionId: 'c1', template: { content } })
      expect(told(JSON.stringify(payload, null, 2))).toEqual([])
    }
  })

  it('reports the line and the cause of a syntax error', () => {
    expect(told('{', '  "symbol": "{{ticker}}"', '  "price": "{{close}}"', '}')).toEqual([
      'error 2: Falta una coma.',
    ])
    expect(told('')).toEqual(['error 1: No hay nada escrito.'])
  })

  it('accepts quotes inside a plot placeholder', () => {
    expect(told('{', '  "rsi": "{{plot("RSI 14")}}"', '}')).toEqual([])
  })

  it('warns of an unquoted number, which may be NaN', () => {
    expect(told('{', '  "symbol": "{{ticker}}",', '  "price": {{close}}', '}')).toEqual([
      `warning 3: ${unquoted('close')}`,
    ])
  })

  it('reports an error if even the usual value breaks the JSON', () => {
    expect(told('{', '  "symbol": {{ticker}},', '  "price": {{close}}', '}')).toEqual([
      `error 2: ${unquoted('ticker')}`,
      `error 3: ${unquoted('close')}`,
    ])
  })

  it('warns of placeholders that are not standard in TradingView', () => {
    expect(told('{', '  "rsi": "{{rsi}}",', '  "plot": "{{plot_20}}"', '}')).toEqual([
      'warning 2: {{rsi}} no es un placeholder estándar de TradingView y puede que no funcione.',
      'warning 3: {{plot_20}} no es un placeholder estándar de TradingView y puede que no funcione.',
    ])
  })

  it('requires an object', () => {
    const message = 'No es un objeto {…}: Pregonero lo enviaría tal cual, sin la plantilla.'
    expect(told('["{{ticker}}"]')).toEqual([`error 1: ${message}`])
    expect(told('null')).toEqual([`error 1: ${message}`])
  })

  it('accepts JSON inside a string, which is read as that JSON', () => {
    expect(told('"{\\"symbol\\":\\"{{ticker}}\\"}"')).toEqual([])
  })

  it('rejects more than 100 levels', () => {
    const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(told(deep(100))).toEqual([])
    expect(told(deep(101))).toEqual(['error 1: Tiene más de 100 niveles, unos dentro de otros.'])
  })

  it('warns of a repeated name', () => {
    expect(told('{', '  "price": "{{open}}",', '  "price": "{{close}}"', '}')).toEqual([
      'warning 3: «price» está más de una vez: cuenta el último valor.',
    ])
  })

  it('warns of the id of another connection', () => {
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
  ])('locates the error inside an unfilled placeholder: %s', (value, message) => {
    expect(told('{', '  "price": {{close}},', `  "x": "${value}"`, '}')).toEqual([
      `error 2: ${unquoted('close')}`,
      `error 3: ${message}`,
      expect.stringMatching(/^warning 3: .* no es un placeholder estándar/),
    ])
  })

  it('reports each problem of a placeholder once, at its first line', () => {
    expect(told('{', '  "a": "\\"{{rsi}}",', '  "b": {{rsi}},', '  "c": {{rsi}}', '}')).toEqual([
      'warning 2: {{rsi}} no es un placeholder estándar de TradingView y puede que no funcione.',
      `error 3: ${unquoted('rsi')}`,
    ])
  })

  it('reports only the length of a message over 64 KB', () => {
    const message = 'error 1: Es demasiado largo: Pregonero admite mensajes de hasta 64 KB.'
    expect(told(`{"a":"${'x'.repeat(65_528)}"}`)).toEqual([])
    expect(told(`{"a":"${'x'.repeat(65_529)}"}`)).toEqual([message])
    expect(told(`{"a":"${'ñ'.repeat(32_765)}"}`)).toEqual([message])
    expect(told(`{"a":"${'x'.repeat(10_000_000)}`)).toEqual([message])
  })

  it('handles any text, and reports an error unless it can be read as an object', () => {
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
