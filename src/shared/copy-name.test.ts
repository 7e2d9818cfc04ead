import { expect, it } from 'vitest'
import { copyName } from './copy-name.ts'

it('a copy says whose it is, and its name is no longer than a name may be', () => {
  expect(copyName('Cruce')).toBe('Copia de Cruce')
  expect(copyName('x'.repeat(200))).toBe(`Copia de ${'x'.repeat(191)}`)
  expect(copyName(`${'x'.repeat(190)}🚀`)).toBe(`Copia de ${'x'.repeat(190)}`)
})
