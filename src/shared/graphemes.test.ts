import fc from 'fast-check'
import { expect, it } from 'vitest'
import { graphemeStart } from './graphemes.ts'

const FAMILY = '👨‍👩‍👧‍👦'

it.each([
  ['abc', 2, 2],
  [`a${FAMILY}b`, 3, 1],
  [`a${FAMILY}b`, 1 + FAMILY.length, 1 + FAMILY.length],
  ['🇪🇸🇪🇸', 2, 0],
  ['🇪🇸🇪🇸', 4, 4],
  ['🇪🇸🇪🇸', 6, 4],
  ['ae\u0301', 2, 1],
  ['👍🏽', 2, 0],
  ['😀', 1, 0],
  ['abc', 0, 0],
  ['abc', 3, 3],
])('finds in %s at %i the character that begins at %i', (text, position, start) => {
  expect(graphemeStart(text, position)).toBe(start)
})

it('finds the start from any earlier character boundary', () => {
  const text = `x${'🇪🇸'.repeat(5_000)}`
  expect(graphemeStart(text, 19_999, 1)).toBe(19_997)
})

it('never cuts a character of any text', () => {
  const pieces = fc.constantFrom(
    'a',
    ' ',
    '\n',
    'é',
    '🇪',
    '🇸',
    FAMILY,
    '👍',
    '🏽',
    '\u0301',
    '\u200d',
    '1️⃣',
    '한',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), fc.nat(60), (parts, at) => {
      const text = parts.join('')
      const position = Math.min(at, text.length)
      const boundaries = [...new Intl.Segmenter('es').segment(text)].map(({ index }) => index)
      const whole = boundaries.findLast(index => index <= position) ?? 0
      expect(graphemeStart(text, position)).toBe(position === text.length ? position : whole)
    }),
  )
})
