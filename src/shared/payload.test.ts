import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTemplates } from './message/defaults.ts'
import { examplePayload, generatedPayload } from './payload.ts'

const generated = (template: string | undefined) =>
  generatedPayload({ connectionId: 'c7Kq9x', template })

describe('the JSON that a connection generates', () => {
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
    expect(generated('{{volume}}')).toEqual({
      connectionId: 'c7Kq9x',
      volume: 'YOUR_PINE_VARIABLE_FOR_volume',
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
    const { connectionId } = generatedPayload({ connectionId: undefined, template: '{{symbol}}' })
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
