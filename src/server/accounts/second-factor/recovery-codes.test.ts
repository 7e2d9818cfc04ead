import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

it('creates ten distinct codes without ambiguous letters', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/)
})

it('gives each code more than 112 bits, enough for a plain hash', () => {
  const letters = new Set(Array.from({ length: 60 }, () => newRecoveryCodes().join('')).join(''))
  letters.delete('-')
  expect(24 * Math.log2(letters.size)).toBeGreaterThan(112)
})

it('reads a code whatever its case, spaces and hyphens', () => {
  const hash = hashRecoveryCode('k3f9-7mwq-xj2t-p8ra-d5ng-vh6c')
  for (const typed of ['K3F97MWQXJ2TP8RAD5NGVH6C', ' k3f9 7mwq xj2t p8ra d5ng vh6c '])
    expect(hashRecoveryCode(typed)).toBe(hash)
  expect(hashRecoveryCode('k3f9-7mwq-xj2t-p8ra-d5ng-vh6d')).not.toBe(hash)
})
