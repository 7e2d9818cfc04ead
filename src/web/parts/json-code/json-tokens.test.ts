import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTokens } from './json-tokens.ts'

const told = (json: string) => jsonTokens(json).map(({ kind, text }) => [kind, text])

describe('jsonTokens', () => {
  it('tells keys from values and both from punctuation', () => {
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

  it('is not misled by quotes, colons and brackets inside texts', () => {
    const json = '{"a\\"b": "x\\": {1, 2]", "c": [true, null]}'

    expect(told(json).filter(([kind]) => kind !== 'punctuation')).toEqual([
      ['key', '"a\\"b"'],
      ['value', '"x\\": {1, 2]"'],
      ['key', '"c"'],
      ['value', 'true'],
      ['value', 'null'],
    ])
  })

  it('loses no character of any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const json = JSON.stringify(value, null, 2)
        expect(
          jsonTokens(json)
            .map(({ text }) => text)
            .join(''),
        ).toBe(json)
      }),
    )
  })
})
