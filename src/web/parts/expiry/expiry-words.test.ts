import { describe, expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import { expiryWords } from './expiry-words.ts'

const dates = dateFormats()

describe('the expiry of an alert', () => {
  it.each([
    ['2026-12-24', { text: '24 dic', note: 'en 31 días' }],
    ['2026-11-26', { text: '26 nov', note: 'en 3 días', tone: 'soon' }],
    ['2026-11-24', { text: '24 nov', note: 'mañana', tone: 'soon' }],
    ['2026-11-23', { text: '23 nov', note: 'hoy', tone: 'soon' }],
    ['2026-11-22', { text: '22 nov', note: 'ayer', tone: 'over' }],
    ['2026-10-23', { text: '23 oct', note: 'hace 31 días', tone: 'over' }],
  ])('on %s is given with the days to or since it', (on, words) => {
    expect(expiryWords(on, '2026-11-23', dates)).toEqual(words)
  })
})
