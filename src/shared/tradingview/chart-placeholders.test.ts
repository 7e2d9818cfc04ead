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
  ])('hold {{%s}}', key => {
    expect(isStandardPlaceholder(key)).toBe(true)
  })

  it.each(['precio', 'plot_20', 'plot_', 'plot("a"b")', 'Ticker', 'strategy.order', 'toString'])(
    'do not hold {{%s}}',
    key => {
      expect(isStandardPlaceholder(key)).toBe(false)
    },
  )
})

describe('the placeholders of a text', () => {
  const found = (text: string) =>
    placedKeys(text).map(({ from, to, key }) => [text.slice(from, to), key])

  it('are found where they stand, whatever is around and in them', () => {
    expect(found('{{ close }} {{{ticker}}} "{{plot("RSI")}}" {{x "y"}} {{close}}')).toEqual([
      ['{{ close }}', 'close'],
      ['{{ticker}}', 'ticker'],
      ['{{plot("RSI")}}', 'plot("RSI")'],
      ['{{x "y"}}', 'x "y"'],
      ['{{close}}', 'close'],
    ])
  })

  it('have a name, on one line', () => {
    expect(found('{{}} {{ \t }} {x} {{a\nb}} {{a}')).toEqual([])
  })

  it('are looked for without going back and forth', () => {
    expect(found(`{{${' '.repeat(1_000_000)}`)).toEqual([])
  })

  it('can be replaced, or left', () => {
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

  it('has a number for a series named by its title, whose quotes go with it', () => {
    expect(substituted('{"rsi":"{{plot("RSI")}}"}')).toBe('{"rsi":"61.204"}')
  })

  it('does not take a value for markup of its own', () => {
    expect(substituted('{{close}}', { close: '$& {{ticker}}' })).toBe('$& {{ticker}}')
  })
})
