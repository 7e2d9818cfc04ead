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
  it('asks for the keys alone of placeholders with filters', () => {
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

  it('asks for what the template asks for, in its order, after the connection', () => {
    const template = '{{side}} {{#if notes}}{{{notes}}}{{/if}} {{ symbol }} {{side}} a {{price}}'
    expect(Object.keys(generated(template))).toEqual([
      'connectionId',
      'side',
      'notes',
      'symbol',
      'price',
    ])
  })

  it('always says what is traded, and at what price', () => {
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

  it('leaves out what is filled here', () => {
    expect(Object.keys(generated('{{connectionId}} {{ConnectionID}} {{payload}}'))).toEqual([
      'connectionId',
      'symbol',
      'price',
    ])
  })

  it('is the example where there is nothing to go by', () => {
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

  it('shows where a connection is missing', () => {
    const { connectionId } = generatedPayload({
      connectionId: undefined,
      template: { content: '{{symbol}}' },
    })
    expect(connectionId).toBe('CONNECTION_ID_MISSING')
  })

  it('is JSON for every template, whatever TradingView puts in', () => {
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
  it('is the connection and the saved fields, in their order', () => {
    const templateFields = { symbol: '{{ticker}}', nota: 'Cruce', connectionId: 'otra' }
    const payload = configPayload({ connectionId: 'c7Kq9x', templateFields })
    expect(JSON.stringify(payload)).toBe(
      '{"connectionId":"c7Kq9x","symbol":"{{ticker}}","nota":"Cruce"}',
    )
  })

  it('names a series by its title as TradingView wants it', () => {
    expect(payloadText({ rsi: '{{plot("RSI 14")}}', note: 'un "TP1" {{x}}' })).toBe(
      '{\n  "rsi": "{{plot("RSI 14")}}",\n  "note": "un \\"TP1\\" {{x}}"\n}',
    )
  })

  it.each(['{{x "y"}}', '{{plot("RSI)}}', '{{a\\"b}}', '{{plot("a\\"b")}}', '{{plot("a"b")}}'])(
    'does not take %s for a series',
    value => {
      const text = payloadText({ value })
      expect(JSON.parse(text)).toEqual({ value })
    },
  )

  it('keeps a backslash in the title of a series', () => {
    expect(payloadText({ rsi: '{{ plot("a\\b") }}' })).toBe('{\n  "rsi": "{{ plot("a\\b") }}"\n}')
  })

  it('is JSON with the same fields once TradingView has put its values in', () => {
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

  it('has a field for each placeholder of the template, but for what is filled here', () => {
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

  it('asks for what its buttons need too', () => {
    expect(templateFieldNames({ content: '{{side}} {{a}}', buttons })).toEqual([
      'side',
      'a',
      'stop',
      'order.id',
    ])
  })

  it('asks for what a chart is found by, under the names that it asks for already', () => {
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
