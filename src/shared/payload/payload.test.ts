import { describe, expect, it } from 'vitest'
import { isZero, keysOf, parsePayload, valueAt, valueText } from './payload.ts'

const textAt = (json: string, key: string) => valueText(valueAt(parsePayload(json), key))

describe('parsePayload', () => {
  it.each(['', '[1]', '"x"', '1', 'null', '{"a":NaN}', '{"a":1,}', 'solo texto'])(
    'refuses %s',
    json => {
      expect(() => parsePayload(json)).toThrow(SyntaxError)
    },
  )

  it('accepts nesting up to 100 and refuses deeper nesting', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect(() => parsePayload(nested(100))).not.toThrow()
    expect(() => parsePayload(nested(101))).toThrow(SyntaxError)
    expect(() => parsePayload(nested(1_000_000))).toThrow(SyntaxError)
  })

  it('does not count brackets in strings as nesting', () => {
    const json = JSON.stringify({ a: `"\\${'['.repeat(200)}` })
    expect(textAt(json, 'a')).toHaveLength(202)
  })
})

describe('valueText', () => {
  it.each([
    ['1.10', '1.10'],
    ['-0', '-0'],
    ['1e-7', '1e-7'],
    ['12345678901234567890', '12345678901234567890'],
    ['"1.10"', '1.10'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', ''],
    ['{ "b": [1.0, null, "x"] }', '{"b":[1.0,null,"x"]}'],
  ])('shows %s as «%s»', (json, text) => {
    expect(textAt(`{"a":${json}}`, 'a')).toBe(text)
  })
})

describe('valueAt', () => {
  it('reaches into objects and arrays', () => {
    const json = '{"bar":{"close":0.50,"fills":[{"price":1},{"price":2}]}}'
    expect(textAt(json, 'bar.close')).toBe('0.50')
    expect(textAt(json, 'bar.fills.1.price')).toBe('2')
  })

  it('prefers a key that contains dots to a path', () => {
    expect(textAt('{"a.b":"key","a":{"b":"path"}}', 'a.b')).toBe('key')
  })

  it('tells null from absent', () => {
    const payload = parsePayload('{"a":null}')
    expect(valueAt(payload, 'a')).toBeNull()
    expect(valueAt(payload, 'b')).toBeUndefined()
  })

  it('knows own properties only', () => {
    const payload = parsePayload('{"a":"x","n":1}')
    for (const key of ['constructor', '__proto__', 'toString', 'a.length', 'n.rawJSON', 'a.b.c']) {
      expect(valueAt(payload, key)).toBeUndefined()
    }
    expect(textAt('{"__proto__":{"x":"own"}}', '__proto__.x')).toBe('own')
  })
})

describe('keysOf', () => {
  const keys = (payload: object) => keysOf(parsePayload(JSON.stringify(payload)))

  it('gives the path of every value, with a list as one value', () => {
    const bar = { close: 1, 'v.w': null, fills: [{ price: 1 }], none: {} }
    expect(keys({ bar, a: 'x' })).toEqual(['bar.close', 'bar.v.w', 'bar.fills', 'a'])
  })

  it('omits paths of more than 200 characters', () => {
    const longest = 'k'.repeat(200)
    expect(keys({ [longest]: 1, [`${longest}k`]: 1 })).toEqual([longest])
    expect(keys({ [longest]: { a: 1 }, [longest.slice(2)]: { a: 1, bc: 1, d: { e: 1 } } })).toEqual(
      [`${longest.slice(2)}.a`],
    )
  })

  it('keeps the short paths of a deeply nested payload', () => {
    const nested = Array.from({ length: 98 }).reduce<object>(
      (inner, _, depth) => ({ [`${depth}${'x'.repeat(60)}`]: inner, [`at${depth}`]: depth }),
      {},
    )
    const found = keys(nested)
    expect(found).toHaveLength(4)
    expect(Math.max(...found.map(key => key.length))).toBeLessThanOrEqual(200)
  })
})

describe('isZero', () => {
  it.each(['0', '0.0', '-0', '0e5', '0.00E-3'])('holds for %s', number => {
    expect(isZero(valueAt(parsePayload(`{"a":${number}}`), 'a'))).toBe(true)
  })

  it.each(['1', '0.01', '1e-400', '"0"', '[]', '""'])('does not hold for %s', value => {
    expect(isZero(valueAt(parsePayload(`{"a":${value}}`), 'a'))).toBe(false)
  })
})
