import { expect, it } from 'vitest'
import { grouped } from './words.ts'

it('splits a secret into groups of four', () => {
  expect(grouped('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP')
})
