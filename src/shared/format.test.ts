import { describe, expect, it } from 'vitest'
import {
  copyName,
  formatList,
  formatWait,
  matches,
  plural,
  quantity,
  truncate,
  utf8Bytes,
} from './format.ts'

describe('a number of things', () => {
  it('takes the plural of any number but one', () => {
    expect(plural(1, 'cabe', 'caben')).toBe('cabe')
    expect(plural(0, 'cabe', 'caben')).toBe('caben')
    expect(quantity(1, 'alerta', 'alertas')).toBe('1 alerta')
    expect(quantity(1204, 'alerta', 'alertas')).toBe('1.204 alertas')
  })
})

it('counts the bytes of a text in UTF-8', () => {
  for (const text of ['', 'aZ\u007f', 'ñ\u07ff', '\u0800€\ud7ff\ue000\uffff', '😀🚀'])
    expect(utf8Bytes(text)).toBe(Buffer.byteLength(text))
})

describe('a text that was typed', () => {
  it('matches part of any text, ignoring case, accents and outer spaces', () => {
    expect(matches(' SENAL ', 'Cruce', 'Señal básica')).toBe(true)
    expect(matches('Índice', 'indices')).toBe(true)
    expect(matches('volumen', 'Cruce', 'Señal básica')).toBe(false)
  })

  it('matches everything while it is empty', () => {
    expect(matches('  ', '')).toBe(true)
  })
})

describe('a list in words', () => {
  it('names every item of a short list', () => {
    expect(formatList([])).toBe('')
    expect(formatList(['a'])).toBe('a')
    expect(formatList(['a', 'b'])).toBe('a y b')
    expect(formatList(['a', 'b', 'c'], 3)).toBe('a, b y c')
  })

  it('counts the rest of a long list', () => {
    expect(formatList(['a', 'b', 'c', 'd'], 3)).toBe('a, b, c y 1 más')
    const many = Array.from({ length: 1_206 }, (_, index) => `${index}`)
    expect(formatList(many, 2)).toBe('0, 1 y 1.204 más')
  })
})

it('names a copy after its original, within 200 characters', () => {
  expect(copyName('Cruce')).toBe('Copia de Cruce')
  expect(copyName('x'.repeat(200))).toBe(`Copia de ${'x'.repeat(191)}`)
  expect(copyName(`${'x'.repeat(190)}🚀`)).toBe(`Copia de ${'x'.repeat(190)}`)
})

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab cd', 3, 'ab…'],
  ['🔔🔔', 2, '🔔🔔'],
  ['🔔🔔🔔', 2, '🔔🔔…'],
  ['🔔🔔🔔🔔🔔🔔🔔🔔', 2, '🔔🔔…'],
  ['a🔔🔔', 2, 'a🔔…'],
  ['abcdef🔔', 6, 'abcdef…'],
])('truncates %s to %i characters as %s', (text, length, cut) => {
  expect(truncate(text, length)).toBe(cut)
})

describe('formatWait', () => {
  it.each([
    [4, '4\u00a0s'],
    [89, '89\u00a0s'],
    [2_580, '43\u00a0min'],
    [10_800, '3\u00a0h'],
    // Rounded up, so that the time shown is always long enough.
    [130, '3\u00a0min'],
    [86_400, '24\u00a0h'],
  ])('shows %i s in a readable unit', (seconds, words) => {
    expect(formatWait(seconds)).toBe(words)
  })
})
