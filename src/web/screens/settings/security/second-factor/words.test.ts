import { expect, it } from 'vitest'
import { grouped } from './words.ts'

it('a secret is read in groups of four', () => {
  expect(grouped('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP')
})
