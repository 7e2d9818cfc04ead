import { expect, it } from 'vitest'
import { renamedWords } from './renamed-words.ts'

it('says which connections have a new id', () => {
  expect(renamedWords(['Oro'])).toBe(
    'El id de «Oro» ya lo usa otra cuenta, así que tiene uno nuevo: cambia su URL del webhook en TradingView.',
  )
  expect(renamedWords(['Oro', 'Plata'])).toBe(
    'Los ids de «Oro» y «Plata» ya los usan otras cuentas, así que tienen otros nuevos: cambia sus URL del webhook en TradingView.',
  )
})
