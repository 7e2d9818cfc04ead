import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const SIGNAL = '{"nota":"Señal ↑ 🚀","precio":"1 €"}'

it('reads UTF-8, and drops a byte order mark', () => {
  expect(decodeBody(Buffer.from(SIGNAL))).toBe(SIGNAL)
  expect(decodeBody(Buffer.from(`\uFEFF${SIGNAL}`))).toBe(SIGNAL)
})

it('takes bytes that are no UTF-8 for Windows-1252', () => {
  expect(decodeBody(Buffer.from('Señal: ¡compra!', 'latin1'))).toBe('Señal: ¡compra!')
  expect(decodeBody(Uint8Array.from([0x31, 0x20, 0x80, 0x93, 0xff]))).toBe('1 €“ÿ')
})

it('keeps what is UTF-8 beside a byte that is none', () => {
  const cut = Buffer.from('Señal 🚀 1 €').subarray(0, -1)
  expect(decodeBody(cut)).toBe('Señal 🚀 1 â‚')
})

it.each(['utf16le', 'utf16be'] as const)('reads %s, with its mark or without', encoding => {
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

it('has a text for any bytes, and the same text for any text in UTF-8', () => {
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
