import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePayload } from '../../payload/payload.ts'
import { keysWithValue, standInsFor, withStandIn } from './stand-ins.ts'
import { placeholdersOf } from './template-tokens.ts'

const keysOf = (body: object, neverShown?: string[]) =>
  keysWithValue(parsePayload(JSON.stringify(body)), neverShown)

describe('keysWithValue', () => {
  it('lists nested keys, and no key without a value', () => {
    const body = { a: 1, order: { side: 'buy' }, b: '', c: null, d: '{close}' }
    expect(keysOf(body)).toEqual(['a', 'order.side'])
  })
  it('omits hidden and reserved keys, and keys that a template cannot name', () => {
    const body = { token: 'x', t: 'y', payload: 'z', 'two words': 1, kept: 1 }
    expect(keysOf(body, ['T'])).toEqual(['kept'])
  })
  it('lists the keys of all objects of a list, each once', () => {
    expect(keysOf({ alerts: [{ a: 1 }, { a: 2, b: 3 }] })).toEqual(['a', 'b'])
  })
  it('stops after 50 keys', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, at]))
    expect(keysOf(body)).toHaveLength(50)
  })
})

describe('standInsFor', () => {
  it.each([
    ['exchange', ['fee', 'exch_name', 'venue'], 'exch_name'],
    ['take_profit', ['sl', 'takeProfit1', 'x'], 'takeProfit1'],
    ['price', ['vol', 'lastPrice'], 'lastPrice'],
  ])('puts the key most similar to %s first', (missing, idle, first) => {
    expect(standInsFor(missing, idle)[0]).toBe(first)
  })
  it('keeps each key', () => {
    const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 9 }))
    fc.assert(
      fc.property(fc.string(), keys, (missing, idle) => {
        expect(new Set(standInsFor(missing, idle))).toEqual(new Set(idle))
      }),
    )
  })
})

describe('withStandIn', () => {
  it('replaces a key in placeholders with filters, in raw ones and in conditions', () => {
    const template =
      '{{#if exchange}}{{ exchange | mayúsculas }}{{{exchange}}}{{/if}} exchange {{symbol}}'
    expect(withStandIn(template, 'exchange', 'market')).toBe(
      '{{#if market}}{{ market | mayúsculas }}{{{market}}}{{/if}} exchange {{symbol}}',
    )
  })
  it.each(['i', 'if', 'f'])('replaces the key %s in a condition', key => {
    expect(withStandIn(`{{#if ${key}}}x{{/if}}`, key, 'b')).toBe('{{#if b}}x{{/if}}')
  })
  it('replaces every placeholder of the key and keeps all others', () => {
    const key = fc.constantFrom('a', 'b', 'if', 'a.b', 'payload')
    const piece = fc.oneof(
      fc
        .tuple(fc.constantFrom('{{', '{{ ', '{{#if '), key)
        .map(([open, name]) => `${open}${name}}}`),
      fc.constantFrom('{{{a}}}', '{{a | 2}}', '{{/if}}', 'a', '\n', '{{a'),
    )
    fc.assert(
      fc.property(fc.array(piece), key, (pieces, missing) => {
        const asked = placeholdersOf(pieces.join(''))
        const replaced = placeholdersOf(withStandIn(pieces.join(''), missing, 'neu'))
        expect(replaced).toEqual([...new Set(asked.map(one => (one === missing ? 'neu' : one)))])
      }),
    )
  })
})
