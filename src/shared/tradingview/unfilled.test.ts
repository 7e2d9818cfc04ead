import { expect, it } from 'vitest'
import { generatedPayload, payloadText } from './generated-payload.ts'
import { unfilledIn } from './unfilled.ts'

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
