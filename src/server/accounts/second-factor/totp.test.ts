import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { addressOf, clockError, newSecret, stepOf } from './totp.ts'

/** Test vectors of RFC 6238, appendix B. */
const secret = Secret.fromLatin1('12345678901234567890').base32
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

describe('stepOf', () => {
  it.each(vectors)('accepts the code of RFC 6238 for %d s after 1970', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(stepOf(secret, code, seconds * 1_000)).toBe(step)
    expect(stepOf(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, seconds * 1_000)).toBe(step)
  })

  it('accepts a clock up to 30 s off; clockError returns the offset', () => {
    const [[seconds, code] = [0, '']] = vectors.slice(3)
    const at = (off: number) => [
      stepOf(secret, code, (seconds - off) * 1_000) !== null,
      clockError(secret, code, (seconds - off) * 1_000),
    ]
    expect([-90, -60, -30, 0, 30, 60, 90].map(at)).toEqual([
      [false, -90],
      [false, -60],
      [true, -30],
      [true, 0],
      [true, 30],
      [false, 60],
      [false, 90],
    ])
    expect(at(7_200)).toEqual([false, null])
  })

  it.each(['', '12345', '1234567', 'abcdef', '-12345', '１２３４５６', '1e5000'])(
    'rejects «%s»',
    code => {
      expect(stepOf(secret, code, 59_000)).toBeNull()
    },
  )
})

it('creates secrets of 160 random bits with their otpauth address', () => {
  const made = newSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(made)
  const address = new URL(addressOf(made, { issuer: 'Pregonero a.es', label: 'ana@example.com' }))
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(decodeURIComponent(address.pathname)).toBe('/Pregonero a.es:ana@example.com')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: made,
    issuer: 'Pregonero a.es',
  })
})
