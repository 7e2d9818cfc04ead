import { describe, expect, it } from 'vitest'
import { StartError } from './errors.ts'
import { checkValue, deriveKeys, findRing, keyId, keyRingOf, ringFor } from './key-ring.ts'

const [key, older, third] = ['a', 'b', 'c'].map(letter => letter.repeat(32)) as [
  string,
  string,
  string,
]

describe('keyRingOf', () => {
  it.each([
    [key, [key]],
    [`${key},${older}`, [key, older]],
    [` ${key}, ${older} ,${third}`, [key, older, third]],
    [`${key},${key}`, [key]],
  ])('reads «%s»', (text, ring) => {
    expect(keyRingOf(text)).toEqual(ring)
  })

  it.each([`${key},`, `,${key}`, `${key},short`, 'a key, with a comma, of earlier days'])(
    'takes all of «%s» for one key',
    text => {
      expect(keyRingOf(text)).toEqual([text])
    },
  )
})

describe('deriveKeys', () => {
  it('derives 32 bytes for each key, which differ by purpose and by key', () => {
    const [current, ...others] = deriveKeys([key, older], 'sessions')
    expect(current).toHaveLength(32)
    expect(others).toEqual([...deriveKeys([older], 'sessions')])
    expect(current).not.toEqual(deriveKeys([key], 'devices')[0])
    expect(current).not.toEqual(others[0])
  })
})

describe('ringFor', () => {
  it.each([
    [[], key],
    [[key], key],
    [[key], `${older},${key}`],
    [[key], `${key},${older}`],
    [[older, key], `${key},${older},${third}`],
  ])('accepts data of keys %j with «%s»', (inUse, text) => {
    expect(ringFor(inUse.map(checkValue), text)).toEqual(keyRingOf(text))
  })

  it('refuses a key that is not in use in one sentence', () => {
    const refused = () => ringFor([checkValue(key)], older)
    expect(refused).toThrow(StartError)
    expect(refused).toThrow(/^La clave secreta no es la de estos datos: .+\.$/)
  })

  it('refuses a ring that lacks one of two keys in use', () => {
    const inUse = [key, older].map(checkValue)
    for (const text of [key, older, `${key},${third}`]) {
      expect(() => ringFor(inUse, text)).toThrow(/más de una clave secreta, .+ falta alguna/)
      expect(findRing(inUse, text)).toBeUndefined()
    }
  })

  it('accepts an old single key with a comma between two long parts', () => {
    const text = `${key},${older}`
    expect(ringFor([checkValue(text)], text)).toEqual([text])
  })
})

it('identifies a key by eight characters, which begin its check value', () => {
  expect(keyId(key)).toMatch(/^[\w-]{8}$/)
  expect(checkValue(key)).toMatch(new RegExp(`^${keyId(key)}`))
})
