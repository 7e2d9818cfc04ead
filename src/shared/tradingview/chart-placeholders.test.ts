import { describe, expect, it } from 'vitest'
import {
  chartPlaceholders,
  commonPlaceholders,
  isStandardPlaceholder,
  placedKeys,
  replacePlaceholders,
  substituted,
} from './chart-placeholders.ts'

describe('the placeholders of TradingView', () => {
  it('begin with the ten that the editor offers', () => {
    expect(commonPlaceholders).toEqual([
      'ticker',
      'close',
      'open',
      'high',
      'low',
      'volume',
      'time',
      'timenow',
      'interval',
      'exchange',
    ])
  })

  it.each([
    'ticker',
    'plot_0',
    'plot_19',
    'plot("RSI 14")',
    'strategy.order.contracts',
    'strategy.openprofit',
    'alert_message',
    'syminfo.currency',
  ])('include {{%s}}', key => {
    expect(isStandardPlaceholder(key)).toBe(true)
  })

  it.each(['precio', 'plot_20', 'plot_', 'plot("a"b")', 'Ticker', 'strategy.order', 'toString'])(
    'do not include {{%s}}',
    key => {
      expect(isStandardPlaceholder(key)).toBe(false)
    },
  )
})

describe('the placeholders of a text', () => {
  const found = (text: string) =>
    placedKeys(text).map(({ from, to, key }) => [text.slice(from, to), key])

  it('are found with their positions, whatever is around and in them', () => {
    expect(found('{{ close }} {{{ticker}}} "{{plot("RSI")}}" {{x "y"}} {{close}}')).toEqual([
      ['{{ close }}', 'close'],
      ['{{ticker}}', 'ticker'],
      ['{{plot("RSI")}}', 'plot("RSI")'],
      ['{{x "y"}}', 'x "y"'],
      ['{{close}}', 'close'],
    ])
  })

  it('need a name on one line', () => {
    expect(found('{{}} {{ \t }} {x} {{a\nb}} {{a}')).toEqual([])
  })

  it('are searched for in linear time', () => {
    expect(found(`{{${' '.repeat(1_000_000)}`)).toEqual([])
  })

  it('are replaced, or kept where the replacement is undefined', () => {
    const byLength = replacePlaceholders('<{{a}}{{bb}}{{}}>', ({ from, to, key }) =>
      key === 'a' ? String(to - from) : undefined,
    )
    expect(byLength).toBe('<5{{bb}}{{}}>')
  })
})

describe('a text as TradingView sends it', () => {
  it('has a value for every standard placeholder', () => {
    const text = chartPlaceholders.map(({ key }) => `{{${key}}}`).join(' ')
    expect(substituted(text)).not.toContain('{{')
  })

  it('takes given values first and leaves unknown placeholders', () => {
    expect(substituted('{{close}} {{ ticker }} {{precio}}', { close: 'NaN' })).toBe(
      'NaN BTCUSDT {{precio}}',
    )
  })

  it('replaces {{plot("RSI")}}, quotes included, by a number', () => {
    expect(substituted('{"rsi":"{{plot("RSI")}}"}')).toBe('{"rsi":"61.204"}')
  })

  it('takes a value literally, even $& or a placeholder', () => {
    expect(substituted('{{close}}', { close: '$& {{ticker}}' })).toBe('$& {{ticker}}')
  })
})
