import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const SIGNAL = '{"nota":"Señal ↑ 🚀","precio":"1 €"}'

it('reads UTF-8, and drops a byte order mark', () => {
  expect(decodeBody(Buffer.from(SIGNAL))).toBe(SIGNAL)
  expect(decodeBody(Buffer.from(`\uFEFF${SIGNAL}`))).toBe(SIGNAL)
})

it('reads bytes that are not UTF-8 as Windows-1252', () => {
  expect(decodeBody(Buffer.from('Señal: ¡compra!', 'latin1'))).toBe('Señal: ¡compra!')
  expect(decodeBody(Uint8Array.from([0x31, 0x20, 0x80, 0x93, 0xff]))).toBe('1 €“ÿ')
})

it('keeps valid UTF-8 beside invalid bytes', () => {
  const cut = Buffer.from('Señal 🚀 1 €').subarray(0, -1)
  expect(decodeBody(cut)).toBe('Señal 🚀 1 â‚')
})

it.each(['utf16le', 'utf16be'] as const)('reads %s, with or without its mark', encoding => {
  const encoded = (text: string) => {
    const bytes = Buffer.from(text, 'utf16le')
    return encoding === 'utf16le' ? bytes : bytes.swap16()
  }
  expect(decodeBody(encoded(SIGNAL))).toBe(SIGNAL)
  expect(decodeBody(encoded(`\uFEFF¿${SIGNAL}`))).toBe(`¿${SIGNAL}`)
})

it('replaces U+0000 with U+FFFD', () => {
  expect(decodeBody(Buffer.from('a\0b'))).toBe('a\uFFFDb')
})

it('decodes any bytes without U+0000, and any UTF-8 text unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      expect(decodeBody(bytes)).not.toContain('\0')
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
      const encoded = Buffer.from(`text: ${text}`)
      expect(decodeBody(encoded)).toBe(`text: ${text}`)
    }),
  )
})
