import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { defaultTemplates } from '../message/template/default-templates.ts'
import type { TemplateButton } from '../model/template-button.ts'
import { replacePlaceholders } from './chart-placeholders.ts'
import {
  configPayload,
  examplePayload,
  generatedPayload,
  payloadText,
  templateFieldNames,
} from './generated-payload.ts'

const generated = (content: string | undefined) =>
  generatedPayload({
    connectionId: 'c7Kq9x',
    template: content === undefined ? undefined : { content },
  })

describe('the JSON that a connection generates', () => {
  it('has the keys of placeholders without their filters', () => {
    expect(
      generated('{{price | 2 | miles}} {{side|o "—"}} {{timestamp | hora}} {{a | b}}'),
    ).toEqual({
      connectionId: 'c7Kq9x',
      price: '{{close}}',
      side: '{{strategy.order.action}}',
      timestamp: expect.any(String),
      symbol: '{{ticker}}',
    })
  })

  it.each([
    ['symbol', '{{ticker}}'],
    ['price', '{{close}}'],
    ['side', '{{strategy.order.action}}'],
    ['action', '{{strategy.order.action}}'],
    ['quantity', '{{strategy.order.contracts}}'],
    ['contracts', '{{strategy.order.contracts}}'],
    ['timeframe', '{{interval}}'],
    ['interval', '{{interval}}'],
    ['exchange', '{{exchange}}'],
    ['notes', 'TU_VARIABLE_AQUI'],
    ['description', 'TU_VARIABLE_AQUI'],
    ['comment', 'TU_VARIABLE_AQUI'],
    ['strategy_name', 'Nombre de tu estrategia'],
    ['plot_0', '{{plot_0}}'],
    ['plot_17', '{{plot_17}}'],
    ['plot_25', 'YOUR_PINE_VARIABLE_FOR_plot_25'],
    ['Side', '{{strategy.order.action}}'],
    ['volume', '{{volume}}'],
    ['strategy.order.comment', '{{strategy.order.comment}}'],
    ['stop_loss', 'YOUR_PINE_VARIABLE_FOR_stop_loss'],
    ['alert_name', 'YOUR_PINE_VARIABLE_FOR_alert_name'],
    ['señal', 'YOUR_PINE_VARIABLE_FOR_señal'],
  ])('fills %s with %s', (key, value) => {
    expect(generated(`Alerta: {{${key}}}`)).toHaveProperty([key], value)
  })

  it('lists the template’s keys in order, after the connection id', () => {
    const template = '{{side}} {{#if notes}}{{{notes}}}{{/if}} {{ symbol }} {{side}} a {{price}}'
    expect(Object.keys(generated(template))).toEqual([
      'connectionId',
      'side',
      'notes',
      'symbol',
      'price',
    ])
  })

  it('always has the symbol and the price', () => {
    expect(generated('{{stop}}')).toEqual({
      connectionId: 'c7Kq9x',
      stop: 'YOUR_PINE_VARIABLE_FOR_stop',
      symbol: '{{ticker}}',
      price: '{{close}}',
    })
    expect(generated('Sin campos')).toEqual({
      connectionId: 'c7Kq9x',
      symbol: '{{ticker}}',
      price: '{{close}}',
    })
  })

  it('omits keys that Pregonero fills', () => {
    expect(Object.keys(generated('{{connectionId}} {{ConnectionID}} {{payload}}'))).toEqual([
      'connectionId',
      'symbol',
      'price',
    ])
  })

  it('is the example without a template or with a blank one', () => {
    const example = {
      connectionId: 'c7Kq9x',
      symbol: '{{ticker}}',
      side: '{{strategy.order.action}}',
      price: '{{close}}',
      quantity: '{{strategy.order.contracts}}',
      timeframe: '{{interval}}',
      exchange: '{{exchange}}',
      strategy_name: 'Nombre de tu estrategia',
    }
    expect(examplePayload('c7Kq9x')).toEqual(example)
    expect(generated(undefined)).toEqual(example)
    expect(generated(' \n')).toEqual(example)
  })

  it('has a marker in place of a missing connection id', () => {
    const { connectionId } = generatedPayload({
      connectionId: undefined,
      template: { content: '{{symbol}}' },
    })
    expect(connectionId).toBe('CONNECTION_ID_MISSING')
  })

  it('is valid JSON for every template once TradingView has filled it', () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...defaultTemplates.map(({ content }) => content)),
      fc.stringMatching(/^[\w.-]+$/).map(key => `{{${key}}}`),
    )
    fc.assert(
      fc.property(fc.array(pieces), parts => {
        const json = JSON.stringify(generated(parts.join('')), null, 2)
        const filled = json.replaceAll(/\{\{[\w.]+\}\}/g, 'NaN')
        const read: object = JSON.parse(filled)
        expect(read).toMatchObject({ connectionId: 'c7Kq9x', symbol: 'NaN', price: 'NaN' })
        expect(Object.values(read).every(value => typeof value === 'string')).toBe(true)
      }),
    )
  })
})

describe('the JSON of a saved configuration', () => {
  it('has the connection id and the saved fields in order', () => {
    const templateFields = { symbol: '{{ticker}}', nota: 'Cruce', connectionId: 'otra' }
    const payload = configPayload({ connectionId: 'c7Kq9x', templateFields })
    expect(JSON.stringify(payload)).toBe(
      '{"connectionId":"c7Kq9x","symbol":"{{ticker}}","nota":"Cruce"}',
    )
  })

  it('leaves the quotes of {{plot("RSI 14")}} unescaped for TradingView', () => {
    expect(payloadText({ rsi: '{{plot("RSI 14")}}', note: 'un "TP1" {{x}}' })).toBe(
      '{\n  "rsi": "{{plot("RSI 14")}}",\n  "note": "un \\"TP1\\" {{x}}"\n}',
    )
  })

  it.each(['{{x "y"}}', '{{plot("RSI)}}', '{{a\\"b}}', '{{plot("a\\"b")}}', '{{plot("a"b")}}'])(
    'escapes %s, which is not a series',
    value => {
      const text = payloadText({ value })
      expect(JSON.parse(text)).toEqual({ value })
    },
  )

  it('keeps a backslash in the title of a series', () => {
    expect(payloadText({ rsi: '{{ plot("a\\b") }}' })).toBe('{\n  "rsi": "{{ plot("a\\b") }}"\n}')
  })

  it('is JSON with the same fields once TradingView has filled it', () => {
    const piece = fc.constantFrom(
      ...['{{', '}}', '{', '}', 'plot(', ')', '"', '\\', '\n', '\t', ' ', 'x', ':', ','],
      ...['{{close}}', '{{plot("RSI 14")}}', '{{ plot("a\\b") }}', '\u2028', '\ud800', 'ñ'],
    )
    const value = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(piece).map(pieces => pieces.join('')),
    )
    const field = fc.string().filter(name => !name.includes('{'))
    fc.assert(
      fc.property(fc.dictionary(field, value), payload => {
        const sent = replacePlaceholders(payloadText(payload), () => '0')
        expect(Object.keys(JSON.parse(sent))).toEqual(Object.keys(payload))
      }),
      { numRuns: 300 },
    )
  })

  it('has a field for each placeholder that Pregonero does not fill', () => {
    const template = '{{a.b}} {{#if c-d}}{{{e}}}{{/if}} {{CONNECTIONID}} {{payload}} {{a.b}}'
    expect(templateFieldNames({ content: template })).toEqual(['a.b', 'c-d', 'e'])
  })
})

describe('a template with buttons', () => {
  const buttons: TemplateButton[][] = [
    [{ kind: 'copy', text: '{{side}}', value: '{{stop | 2}}' }],
    [{ kind: 'link', text: 'Abrir', url: 'https://ejemplo.com/{{order.id}}' }],
  ]
  const chart: TemplateButton = { kind: 'chart', text: 'Gráfico' }

  it('has the fields that its buttons need', () => {
    expect(templateFieldNames({ content: '{{side}} {{a}}', buttons })).toEqual([
      'side',
      'a',
      'stop',
      'order.id',
    ])
  })

  it('has the fields of a chart button under the synonyms it already uses', () => {
    const names = (content: string) =>
      templateFieldNames({ content, buttons: [...buttons, [chart]] }).slice(-3)
    expect(names('x')).toEqual(['symbol', 'exchange', 'timeframe'])
    expect(names('{{ticker}} {{interval}}')).toEqual(['stop', 'order.id', 'exchange'])
    expect(
      generatedPayload({ connectionId: 'c', template: { content: 'x', buttons: [[chart]] } }),
    ).toEqual({
      connectionId: 'c',
      symbol: '{{ticker}}',
      exchange: '{{exchange}}',
      timeframe: '{{interval}}',
      price: '{{close}}',
    })
  })
})
