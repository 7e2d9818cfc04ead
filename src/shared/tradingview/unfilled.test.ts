import { describe, expect, it } from 'vitest'
import { generatedPayload, payloadText } from './generated-payload.ts'
import {
  filledAtReceipt,
  isUnfilled,
  leftToFill,
  unfilledIn,
  withoutUnfilledLines,
} from './unfilled.ts'

it('finds unfilled placeholders, each once', () => {
  const payload = { side: '{{strategy.order.action}}', a: '{{close}} y {{close}}', b: 'BTC {x}' }
  expect(unfilledIn(JSON.stringify(payload))).toEqual(['{{strategy.order.action}}', '{{close}}'])
})

it('finds the unfilled placeholders and markers of a generated payload', () => {
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

it('reports at most five placeholders, and ignores overlong ones', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `{{plot_${n}}}`).join()
  expect(unfilledIn(many)).toHaveLength(5)
  expect(unfilledIn(`{{${'x'.repeat(1_000)}}}`)).toEqual([])
  expect(unfilledIn('{{'.repeat(4_096))).toEqual([])
})

it('separates values for the user to fill from values that Pregonero fills', () => {
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
])('treats %s as unfilled', value => {
  expect(isUnfilled(value)).toBe(true)
})

it.each(['BTC {close}', '10%', '50% de 3%', '{"a":1}', '{}', '', 'Prev {{x}} → long', 7, null])(
  'does not treat %j as unfilled',
  value => {
    expect(isUnfilled(value)).toBe(false)
  },
)

it('finds placeholders of other programs', () => {
  expect(unfilledIn('{"a":"{close}","b":"%last_price%","c":"10%"}')).toEqual([
    '{close}',
    '%last_price%',
  ])
})

describe('withoutUnfilledLines', () => {
  it.each([
    ['Par: BTC\nHora: {{timenow}}', 'Par: BTC'],
    ['Par: BTC\nPrecio = %last_price%\nSL: {sl}', 'Par: BTC'],
    ['Par: BTC\nHora： {{time}} {{timenow}}\n\nFin', 'Par: BTC\n\nFin'],
    ['Par: BTC\nPrev {{x}} → largo', 'Par: BTC\nPrev {{x}} → largo'],
    ['Par: BTC\nHora: a las {{timenow}}', 'Par: BTC\nHora: a las {{timenow}}'],
    ['Hora: {{timenow}}', 'Hora: {{timenow}}'],
    ['100 %: sí', '100 %: sí'],
  ])('turns %j into %j', (text, left) => {
    expect(withoutUnfilledLines(text)).toBe(left)
  })
})
