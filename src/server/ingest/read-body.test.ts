import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePayload } from '#shared/message/payload.ts'
import { readBody } from './read-body.ts'

const read = (text: string) => readBody(new TextEncoder().encode(text))

describe('a JSON object', () => {
  it('is taken as it is, its numbers as they were written', () => {
    const body = read(' {"price":1.10,"id":12345678901234567890} ')
    expect(body).toMatchObject({ reading: 'json', rawBody: null })
    expect(JSON.stringify(body?.payload)).toBe('{"price":1.10,"id":12345678901234567890}')
  })

  it('loses a byte order mark, and U+0000 becomes U+FFFD', () => {
    expect(read('\uFEFF{"a":"b\0c"}')?.payload).toEqual({ a: 'b\uFFFDc' })
  })

  it('is kept as text where it nests deeper than 100', () => {
    const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(read(deep(100))?.reading).toBe('json')
    expect(read(deep(101))?.reading).toBe('text')
    expect(read(deep(20_000))?.reading).toBe('text')
  })
})

describe('an object that broke when TradingView filled it', () => {
  const repaired = (text: string) => {
    const body = read(text)
    expect(body?.reading).toBe('repaired')
    expect(body?.rawBody).toBe(text)
    expect(body?.payload).toEqual(parsePayload(body?.payloadText ?? ''))
    return JSON.stringify(body?.payload)
  }

  it('has null where a series has no value', () => {
    expect(repaired('{"rsi":NaN,"a":-Infinity,"b":na,"c":[NaN]}')).toBe(
      '{"rsi":null,"a":null,"b":null,"c":[null]}',
    )
  })

  it('keeps such words inside texts', () => {
    expect(repaired('{"rsi":NaN,"note":"NaN, na \\" Infinity"}')).toBe(
      '{"rsi":null,"note":"NaN, na \\" Infinity"}',
    )
  })

  it('gets its trailing comma, its stray newline and its quotes mended', () => {
    expect(repaired('{"a":"x","b":1.50,}')).toBe('{"a":"x","b":1.50}')
    expect(repaired('{"a":"line\nline"}')).toBe('{"a":"line\\nline"}')
    expect(repaired('{"comment":"Salida "TP1"","price":"1.08"}')).toBe(
      '{"comment":"Salida \\"TP1\\"","price":"1.08"}',
    )
  })

  it('shows where it broke', () => {
    const broke = read('{"symbol":"EURUSD","rsi":NaN,"close":1.1}')?.broke
    expect(broke?.excerpt).toContain('"rsi":NaN')
  })

  it('is text when it is too long to be mended', () => {
    const long = `{"a":"${'x'.repeat(8_192)}",}`
    expect(read(long)?.payload).toEqual({ message: long })
  })
})

describe('anything else', () => {
  it.each(['BTCUSD Greater Than 9000', '[1,2,3]', '"solo texto"', '123', '[{"a":1}]', '{'])(
    'is kept as text: %s',
    text => {
      expect(read(text)?.payload).toEqual({ message: text })
    },
  )

  it('is nothing when it is empty', () => {
    expect(read('')).toBeNull()
    expect(read(' \n\t')).toBeNull()
  })

  it('has U+FFFD for bytes that are no UTF-8', () => {
    expect(readBody(Uint8Array.from([0x41, 0xff, 0x42]))?.payload).toEqual({ message: 'A\uFFFDB' })
  })

  it('never throws, and what it keeps is always a JSON object', () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map(json => new TextEncoder().encode(json)),
      fc
        .string({ unit: 'binary', maxLength: 300 })
        .map(text => new TextEncoder().encode(`{${text}`)),
    )
    fc.assert(
      fc.property(bodies, bytes => {
        const body = readBody(bytes)
        if (body) expect(parsePayload(body.payloadText)).toEqual(body.payload)
      }),
      { numRuns: 2_000 },
    )
  })
})
