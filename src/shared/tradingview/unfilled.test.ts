import { describe, expect, it } from 'vitest'
import { generatedPayload, payloadText } from './generated-payload.ts'
import {
  filledAtReceipt,
  isUnfilled,
  leftToFill,
  unfilledIn,
  withoutUnfilledLines,
} from './unfilled.ts'

it('finds what was to be replaced, each once', () => {
  const payload = { side: '{{strategy.order.action}}', a: '{{close}} y {{close}}', b: 'BTC {x}' }
  expect(unfilledIn(JSON.stringify(payload))).toEqual(['{{strategy.order.action}}', '{{close}}'])
})

it('finds what a generated payload leaves to its user', () => {
  const generated = generatedPayload({
    connectionId: 'x',
    template: { content: '{{symbol}} {{rsi}} {{notes}}' },
  })
  expect(unfilledIn(payloadText(generated))).toEqual([
    '{{ticker}}',
    '{{close}}',
    'YOUR_PINE_VARIABLE_FOR_rsi',
    'TU_VARIABLE_AQUI',
  ])
})

it('tells of five, none of them long', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `{{plot_${n}}}`).join()
  expect(unfilledIn(many)).toHaveLength(5)
  expect(unfilledIn(`{{${'x'.repeat(1_000)}}}`)).toEqual([])
  expect(unfilledIn('{{'.repeat(4_096))).toEqual([])
})

it('leaves to the user what only they know, and apart from it what Pregonero fills', () => {
  const generated = generatedPayload({
    connectionId: 'x',
    template: { content: '{{alert_name}} {{timestamp}} {{rsi}} {{notes}} {{strategy_name}}' },
  })
  const text = payloadText(generated)
  expect(leftToFill(text).map(({ from, to }) => text.slice(from, to))).toEqual([
    'YOUR_PINE_VARIABLE_FOR_rsi',
    'TU_VARIABLE_AQUI',
    'Nombre de tu estrategia',
  ])
  expect(filledAtReceipt(text)).toEqual(['alert_name', 'timestamp'])
})

it.each([
  '{{plot("RSI")}}',
  '{close}',
  '%last_price%',
  '{{Signal_Stream}}',
  '{{exchange}}:{{ticker}}',
  'TU_VARIABLE_AQUI',
  'Nombre de tu estrategia',
  'YOUR_PINE_VARIABLE_FOR_x',
])('%s is no value', value => {
  expect(isUnfilled(value)).toBe(true)
})

it.each(['BTC {close}', '10%', '50% de 3%', '{"a":1}', '{}', '', 'Prev {{x}} → long', 7, null])(
  '%j is one',
  value => {
    expect(isUnfilled(value)).toBe(false)
  },
)

it('tells of placeholders of other programs', () => {
  expect(unfilledIn('{"a":"{close}","b":"%last_price%","c":"10%"}')).toEqual([
    '{close}',
    '%last_price%',
  ])
})

describe('the lines of a text', () => {
  it.each([
    ['Par: BTC\nHora: {{timenow}}', 'Par: BTC'],
    ['Par: BTC\nPrecio = %last_price%\nSL: {sl}', 'Par: BTC'],
    ['Par: BTC\nHora： {{time}} {{timenow}}\n\nFin', 'Par: BTC\n\nFin'],
    ['Par: BTC\nPrev {{x}} → largo', 'Par: BTC\nPrev {{x}} → largo'],
    ['Par: BTC\nHora: a las {{timenow}}', 'Par: BTC\nHora: a las {{timenow}}'],
    ['Hora: {{timenow}}', 'Hora: {{timenow}}'],
    ['100 %: sí', '100 %: sí'],
  ])('%j are left as %j', (text, left) => {
    expect(withoutUnfilledLines(text)).toBe(left)
  })
})
