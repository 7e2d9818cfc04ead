import { expect, it } from 'vitest'
import { chartMessage } from './chart-message.ts'

const template = {
  content: '**{{symbol}}** a {{price}}, {{rsi}}',
  buttons: [[{ kind: 'copy' as const, text: 'Copiar', value: '{{price}}' }]],
  picture: 'below' as const,
  whenMissing: 'line' as const,
}
const alert = {
  connectionName: 'Oro H1',
  connectionId: 'secreto-de-la-url',
  receivedAt: Date.UTC(2026, 10, 19),
  timeZone: 'UTC',
}
const textOf = (text: string) => chartMessage(template, text, alert)?.shown.map(one => one.text)

it('fills placeholders with values of the sample chart, quoted or not', () => {
  expect(textOf('{"symbol":"{{ticker}}","price":{{close}},"rsi":"{{plot_0}}"}')).toEqual([
    'BTCUSDT a 94312.5, 61.204',
  ])
})

it('marks unfilled variables and missing fields', () => {
  const unfilled = '{"symbol":"{{ticker}}","rsi":"YOUR_PINE_VARIABLE_FOR_rsi"}'
  expect(chartMessage(template, unfilled, alert)).toMatchObject({
    missing: ['price', 'rsi'],
    fits: true,
  })
  expect(textOf(unfilled)).toEqual(['BTCUSDT a\u{fdd2} {{price}}, {{rsi}}\u{fdd3}'])
})

it('shows a body that is not an object as text, without the secret', () => {
  expect(chartMessage(template, 'Cruce de secreto-de-la-url', alert)).toMatchObject({
    fits: false,
    buttons: [],
  })
  expect(textOf('Cruce de secreto-de-la-url')?.[0]).not.toContain('de-la-url')
  expect(textOf('[1]')).toEqual(['[1]'])
  expect(textOf(' ')).toBeUndefined()
})
