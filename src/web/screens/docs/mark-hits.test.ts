import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchWords } from './find-topics.ts'
import { splitByHits } from './mark-hits.tsx'

const told = (text: string, search: string) =>
  splitByHits(text, searchWords(search))
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join('')

describe('the hits in a text', () => {
  it.each([
    ['Escribir plantillas', 'PLANTILLA', 'Escribir [plantilla]s'],
    ['¿Por qué? Porque sí.', 'que', '¿Por [qué]? Por[que] sí.'],
    ['Conexión', 'conexion', '[Conexión]'],
    ['conexio\u0301n', 'conexio', '[conexio\u0301]n'],
    ['«⏱ llegó N min tarde»', '⏱ min', '«[⏱] llegó N [min] tarde»'],
    ['aaa', 'aa a', '[aaa]'],
    ['nada', 'todo', 'nada'],
    ['', 'todo', ''],
  ])('are marked in «%s» for «%s»', (text, search, expected) => {
    expect(told(text, search)).toBe(expected)
  })

  it('keep every character of any text', () => {
    const unit = fc.constantFrom('a', 'Á', 'ñ', '\u0301', 'ß', 'İ', '🚀', '\ud800', ' ')
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit, maxLength: 4 }), (text, search) => {
        const pieces = splitByHits(text, searchWords(search))
        expect(pieces.map(piece => piece.text).join('')).toBe(text)
      }),
    )
  })
})
