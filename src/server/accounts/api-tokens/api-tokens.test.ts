import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashOfApiToken, isApiToken, newApiToken } from './api-tokens.ts'

it('creates unique 53-character tokens with the prefix pgn_', () => {
  const made = Array.from({ length: 1_000 }, newApiToken)
  expect(new Set(made).size).toBe(1_000)
  expect(made.filter(token => !/^pgn_[0-9A-Za-z]{49}$/.test(token))).toEqual([])
  expect(made.filter(token => !isApiToken(token))).toEqual([])
})

it('accepts a token only with its check value', () => {
  const written = 'pgn_0000000000000000000000000000000000000000000'
  expect(isApiToken(`${written}2CZclj`)).toBe(true)
  for (const other of ['2CZclk', '2cZclj', '2CZcl', '2CZclj ', '', '2CZclj\n'])
    expect(isApiToken(written + other), other).toBe(false)
  const token = newApiToken()
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'0aZ_-é '), (place, letter) => {
      const changed = token.slice(0, place) + letter + token.slice(place + 1)
      expect(isApiToken(changed)).toBe(changed === token)
    }),
  )
})

it('hashes a token with SHA-256, in base64url', () => {
  expect(hashOfApiToken('pgn_x')).toBe('QPWuh5ba9uGn5NWYUAEOXAhbH9KhnrUUg7LTUhAjSL0')
  expect(hashOfApiToken(newApiToken())).toMatch(/^[\w-]{43}$/)
})
