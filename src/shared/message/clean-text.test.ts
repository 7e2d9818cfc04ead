import { describe, expect, it } from 'vitest'
import { cleanText, isBlank, isInvisible } from './clean-text.ts'

describe('cleanText', () => {
  it('drops the characters that Telegram drops, to keep offsets right', () => {
    expect(cleanText('a\r\nb\u{2028}\u{202e}c\u{30a}\u{333}\u{33f}d')).toBe('a\nbcd')
  })

  it('replaces control characters with a space, except line feeds', () => {
    expect(cleanText('a\tb\u{b}c\u{1b}d\u{7f}e\nf')).toBe('a b c d e\nf')
  })

  it('replaces U+0000 and lone surrogates, which no database stores', () => {
    expect(cleanText('a\0b\u{d83d}c\u{de00}d😀')).toBe('a\u{fffd}b\u{fffd}c\u{fffd}d😀')
  })
})

describe('isBlank', () => {
  it('agrees with the cleaned text about each character', () => {
    const units = Array.from({ length: 0xe_0200 }, (_, code) => String.fromCodePoint(code))
    const differing = units.filter(unit => isBlank(unit) !== isInvisible(cleanText(unit)))
    expect(differing).toEqual([])
  })

  it('finds the one visible character', () => {
    expect(isBlank(' \t\r\n\u{200b}\u{202e}')).toBe(true)
    expect(isBlank(' \t\r\n\u{200b}\u{202e}a\t')).toBe(false)
  })
})
