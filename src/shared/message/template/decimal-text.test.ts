import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, plainDecimal } from './decimal-text.ts'

const decimals = (text: string, digits: number) => decimalText(text, { digits, isGrouped: false })
const grouped = (text: string) => decimalText(text, { isGrouped: true })

describe('a decimal number', () => {
  it.each([
    ['67432.5', 2, '67432,50'],
    ['67432', 0, '67432'],
    ['1.005', 2, '1,01'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['0.1', 1, '0,1'],
    ['9.995', 2, '10,00'],
    ['999.9', 0, '1000'],
    ['+5.25', 1, '+5,3'],
    [' 3.14159 ', 3, '3,142'],
    ['-0.00', 1, '0,0'],
    ['123456789012345678901234567890.126', 2, '123456789012345678901234567890,13'],
  ])('%s with %i decimals is %s', (text, digits, shown) => {
    expect(decimals(text, digits)).toBe(shown)
  })

  it.each([
    ['0.00001234', 2, '0,00001234'],
    ['-0.4', 0, '-0,4'],
    ['0.005', 2, '0,01'],
  ])('%s is not rounded to zero with %i decimals', (text, digits, shown) => {
    expect(decimals(text, digits)).toBe(shown)
  })

  it.each([
    ['67432.5', '67.432,5'],
    ['1204', '1.204'],
    ['999', '999'],
    ['-1234567.10', '-1.234.567,10'],
    ['0.1234', '0,1234'],
    ['9007199254740993', '9.007.199.254.740.993'],
    ['6.521e-05', '0,00006521'],
    ['1.2E+7', '12.000.000'],
    ['-1.5e0', '-1,5'],
    ['1.', '1'],
    ['67,432.50', '67.432,50'],
    ['$1,234.56', '$1.234,56'],
    ['$1,234', '$1.234'],
    ['-$1,234.5', '-$1.234,5'],
    ['+€ 12.50', '+€ 12,50'],
    ['-$0.00', '$0,00'],
    ['-$-5', undefined],
    ['3,979,480', '3.979.480'],
  ])('%s is grouped as %s', (text, shown) => {
    expect(grouped(text)).toBe(shown)
  })

  it('can be rounded and grouped', () => {
    expect(decimalText('67432.505', { digits: 2, isGrouped: true })).toBe('67.432,51')
    expect(decimalText('999999.5', { digits: 0, isGrouped: true })).toBe('1.000.000')
  })
})

it.each([
  '',
  'NaN',
  'na',
  'Infinity',
  '0x10',
  '1,5',
  '1,234',
  '12,34.5',
  '1e400',
  '1.2.3',
  '.5',
  '007',
  '--1',
  'buy',
  '١٢',
])('%j is not a decimal number', text => {
  expect(decimals(text, 2)).toBeUndefined()
  expect(grouped(text)).toBeUndefined()
})

it.each([
  ['6.521e-05', '0.00006521'],
  ['1.50e3', '1500'],
  ['12.5e1', '125'],
  ['0e5', '0'],
  ['1.', '1'],
  ['4131.20', '4131.20'],
  ['x', 'x'],
])('%s is copied as %s', (text, copied) => {
  expect(plainDecimal(text)).toBe(copied)
})

it('keeps the value when it removes the exponent', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e30, max: 1e30 }), number => {
      const text = number.toExponential()
      expect(Number(plainDecimal(text))).toBe(number === 0 ? 0 : number)
    }),
  )
})

it('rounds like integer arithmetic', () => {
  const number = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(20))
  fc.assert(
    fc.property(number, fc.nat(8), ([isNegative, units, scale], digits) => {
      const all = String(units).padStart(scale + 1, '0')
      const point = all.length - scale
      const text = all.slice(0, point) + (scale > 0 ? `.${all.slice(point)}` : '')
      const wanted =
        digits >= scale
          ? units * 10n ** BigInt(digits - scale)
          : (units + 5n * 10n ** BigInt(scale - digits - 1)) / 10n ** BigInt(scale - digits)
      const shown = decimals((isNegative ? '-' : '') + text, digits) ?? ''
      if (wanted === 0n && units !== 0n)
        expect(shown).toBe((isNegative ? '-' : '') + text.replace('.', ','))
      else {
        expect(BigInt(shown.replace(/[-,]/g, ''))).toBe(wanted)
        expect(shown.startsWith('-')).toBe(isNegative && units !== 0n)
        expect(shown.split(',')[1] ?? '').toHaveLength(digits)
      }
    }),
  )
})

it('does not group more than 100 digits', () => {
  expect(grouped('9'.repeat(100))).toHaveLength(133)
  expect(grouped('9'.repeat(101))).toBeUndefined()
})
