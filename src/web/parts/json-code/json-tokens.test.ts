import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTokens } from './json-tokens.ts'

const told = (json: string) => jsonTokens(json).map(({ kind, text }) => [kind, text])

describe('jsonTokens', () => {
  it('separates keys, values and punctuation', () => {
    expect(told('{\n  "symbol": "BTCUSDT",\n  "price": 94312.50\n}')).toEqual([
      ['punctuation', '{\n  '],
      ['key', '"symbol"'],
      ['punctuation', ': '],
      ['value', '"BTCUSDT"'],
      ['punctuation', ',\n  '],
      ['key', '"price"'],
      ['punctuation', ': '],
      ['value', '94312.50'],
      ['punctuation', '\n}'],
    ])
  })

  it('ignores quotes, colons and brackets inside strings', () => {
    const json = '{"a\\"b": "x\\": {1, 2]", "c": [true, null]}'

    expect(told(json).filter(([kind]) => kind !== 'punctuation')).toEqual([
      ['key', '"a\\"b"'],
      ['value', '"x\\": {1, 2]"'],
      ['key', '"c"'],
      ['value', 'true'],
      ['value', 'null'],
    ])
  })

  it('separates TradingView placeholders, whatever they contain', () => {
    expect(told('{"rsi": "RSI {{plot("RSI 14")}}", "n": {{close}}}')).toEqual([
      ['punctuation', '{'],
      ['key', '"rsi"'],
      ['punctuation', ': '],
      ['value', '"RSI '],
      ['placeholder', '{{plot("RSI 14")}}'],
      ['value', '"'],
      ['punctuation', ', '],
      ['key', '"n"'],
      ['punctuation', ': '],
      ['placeholder', '{{close}}'],
      ['punctuation', '}'],
    ])
    expect(told('"{{a"b}}"')).toEqual([
      ['value', '"'],
      ['placeholder', '{{a"b}}'],
      ['value', '"'],
    ])
  })

  it('keeps every character of any text', () => {
    const piece = fc.constantFrom(
      ...['{{', '}}', '{', '}', '[', ']', ':', ',', '"', '\\', '\n', ' ', 'a', '{{a"b}}', '\ud800'],
    )
    const text = fc.oneof(
      fc.jsonValue().map(value => JSON.stringify(value, null, 2)),
      fc.array(piece).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(text, json => {
        const pieces = jsonTokens(json).map(token => token.text)
        expect(pieces.join('')).toBe(json)
      }),
    )
  })
})
