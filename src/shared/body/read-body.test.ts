import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonBodies, mendedBodies, textBodies } from '../../../tests/support/alert-bodies.ts'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { parsePayload } from '../payload/payload.ts'
import { readBody } from './read-body.ts'

describe('a JSON object', () => {
  it.each(jsonBodies)('is taken as it is: %s', body => {
    expect(readBody(body)).toEqual({
      reading: 'json',
      payload: parsePayload(body),
      payloadText: body,
      rawBody: null,
      broke: null,
    })
  })

  it('keeps its numbers as they were written', () => {
    const body = readBody(' {"price":1.10,"id":12345678901234567890} ')
    expect(body).toMatchObject({ reading: 'json', rawBody: null })
    expect(JSON.stringify(body?.payload)).toBe('{"price":1.10,"id":12345678901234567890}')
  })

  it('drops invisible characters around it', () => {
    expect(readBody('\u200b\u2060\ufeff \u00a0{"a":"b"}\u200d\u3000\n')).toMatchObject({
      reading: 'json',
      payloadText: '{"a":"b"}',
    })
  })

  it('is kept as text where it nests deeper than 100', () => {
    const deep = (depth: number, value = '1') =>
      `${'{"a":'.repeat(depth)}${value}${'}'.repeat(depth)}`
    expect(readBody(deep(100))?.reading).toBe('json')
    expect(readBody(deep(101))?.reading).toBe('text')
    expect(readBody(deep(100, 'NaN'))?.reading).toBe('repaired')
    expect(readBody(deep(101, 'NaN'))?.reading).toBe('text')
    expect(readBody(deep(20_000))?.reading).toBe('text')
  })
})

describe('a broken, wrapped or encoded object', () => {
  it.each(mendedBodies)('is repaired to its intended values: %s', (_what, body, meant) => {
    const read = readBody(body)
    expect(JSON.parse(read?.payloadText ?? '')).toEqual(meant)
    expect(read).toMatchObject({ reading: 'repaired', rawBody: body.trim() })
    expect(read?.payload).toEqual(parsePayload(read?.payloadText ?? ''))
  })

  it('keeps its numbers as they were written', () => {
    const body = readBody('{"price":1.10,"volume":1e-7,"id":12345678901234567890,}')
    expect(body?.payloadText).toBe('{"price":1.10,"volume":1e-7,"id":12345678901234567890}')
  })

  it('has no fault when it is only wrapped or encoded', () => {
    expect(readBody('symbol=BTC&side=buy')?.broke).toBeNull()
    expect(readBody('"{\\"a\\":1}"')?.broke).toBeNull()
  })

  it('needs more than a single key=value pair', () => {
    expect(readBody('symbol=BTC')?.payload).toEqual({ message: 'symbol=BTC' })
  })

  it('is repaired even at 500,000 characters', () => {
    const text = 'x'.repeat(500_000)
    expect(readBody(`{"a":"${text}",}`)?.payload).toEqual({ a: text })
  })
})

describe('anything else', () => {
  it.each([...textBodies, '{', '{}}', '{"a" "b"}', 'a=%ED%F3&b=%E1'])(
    'is kept as text: %s',
    text => {
      expect(readBody(text)).toMatchObject({
        reading: 'text',
        payload: { message: text },
        rawBody: null,
      })
    },
  )

  it.each([
    '',
    ' \n\t',
    '\u00a0',
    '\u200b\u200d',
    '\u3000',
    '\ufeff',
    '\u00ad\u2060',
    '\u2028\u3164',
    '\u2800',
  ])('is null without a visible character: %j', body => {
    expect(readBody(body)).toBeNull()
  })
})

describe('any body', () => {
  it('is read as a JSON object', () => {
    const bodies = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.json(),
      fc.string({ unit: anyCharacter, maxLength: 300 }).map(text => `{${text}`),
      scraps,
    )
    fc.assert(
      fc.property(bodies, body => {
        const read = readBody(body)
        if (read) expect(parsePayload(read.payloadText)).toEqual(read.payload)
      }),
      { numRuns: 1_500 },
    )
  })

  const losesNothing = (numRuns: number) =>
    fc.assert(
      fc.property(scraps, text => {
        const body = `{${text}`
        const read = readBody(body)
        if (read?.reading === 'text') expect(read.payload).toEqual({ message: body })
        if (read?.reading === 'repaired') expect(lettersOf(read.payloadText)).toBe(lettersOf(body))
      }),
      { numRuns },
    )

  it('keeps every letter of its values, or becomes text', () => losesNothing(5_000))

  it('keeps every letter in 50,000 runs', { tags: ['extended'] }, () => losesNothing(50_000))

  it('keeps every value whole despite the quotes and commas within it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab ",.\n'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), texts => {
        const values = texts.map(value => `x${value}x`)
        const body = `{${values.map((value, index) => `"k${index}":"${value}"`).join(',')}}`
        const read = readBody(body)
        expect(Object.values(JSON.parse(read?.payloadText ?? ''))).toEqual(values)
      }),
      { numRuns: 1_000 },
    )
  })

  const pieces = [
    ...['"', '{', '[', '\\', '{"', '["', '"{', '",', ',"', '":', '"a":', '"a":"{', '"a":"\\', "'"],
    ...['"/*', ' //', '//\n', '" ', 'a ', 'a, ', '{{', '}', '"}', '"]', '\n"a":x', '","a":y "'],
    ...['\u200b', '"\u200b', 'a=b&', '%7B', '```', '\\"', '"{\\"', '“', '1,', '"a":1 '],
    ...[' ', '\t', '\r\n'],
  ]

  // Quadratic time would take half a minute for each.
  it.each(pieces)('is read in reasonable time when it repeats %j', piece =>
    readAll(piece, piece.length === 1 ? 262_144 : 65_536),
  )

  // The longest possible body.
  it.each(pieces)(
    'is read in reasonable time at its longest when it repeats %j',
    {
      tags: ['extended'],
    },
    piece => readAll(piece, 1_048_576),
  )

  function readAll(piece: string, length: number): void {
    const scrap = piece.repeat(length / piece.length)
    for (const body of [
      scrap,
      `{${scrap}`,
      `{"a":"${scrap}`,
      `{"a${scrap}":{`,
      `{"a":1,b${scrap}{`,
      `{"a":NaN, // ${scrap}x`,
      `{a:NaN, // ${scrap}x}`,
    ])
      expect(() => readBody(body)).not.toThrow()
  }
})

/** Pieces of JSON, and text that breaks it. */
const scraps = fc
  .array(
    fc.constantFrom(
      ...['"', '"', '"', ',', ',', ':', ':', '{', '}', '[', ']', ' ', '\n', "'", '“', '”', '='],
      ...['"a":', '"b":"', '","c":', 'd:', '12', '.5', '67,432.50', 'NaN', 'null', 'ef', 'ñ', '🚀'],
      ...['{{close}}', '{{plot("x")}}', '%7B', '&', '+'],
    ),
    { maxLength: 24 },
  )
  .map(pieces => pieces.join(''))

/** Letters and digits in order, without the words for a missing value. */
const lettersOf = (text: string): string =>
  (text.replace(/null|NaN|\\n/g, '').match(/[\p{L}\p{N}🚀]/gu) ?? []).join('')
