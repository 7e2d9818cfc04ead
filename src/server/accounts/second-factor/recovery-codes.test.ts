import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

it('are ten, all different, without letters that are taken for others', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/)
})

it('have 112 bits or more, so that a plain hash keeps them', () => {
  const letters = new Set(Array.from({ length: 60 }, () => newRecoveryCodes().join('')).join(''))
  letters.delete('-')
  expect(24 * Math.log2(letters.size)).toBeGreaterThan(112)
})

it('are read as they are typed', () => {
  const hash = hashRecoveryCode('k3f9-7mwq-xj2t-p8ra-d5ng-vh6c')
  for (const typed of ['K3F97MWQXJ2TP8RAD5NGVH6C', ' k3f9 7mwq xj2t p8ra d5ng vh6c '])
    expect(hashRecoveryCode(typed)).toBe(hash)
  expect(hashRecoveryCode('k3f9-7mwq-xj2t-p8ra-d5ng-vh6d')).not.toBe(hash)
})
