import { expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import { readersTimeWords } from './readers-time-words.ts'

const instant = '2026-11-19T15:35:02.000Z'
const dates = dateFormats('America/Mexico_City')
const words = (format: string | undefined, later = 0) =>
  readersTimeWords(instant, format, Date.parse(instant) + later, dates)

it('formats a time in the zone of its reader', () => {
  expect(words('d')).toBe('19/11/2026')
  expect(words('t')).toBe('09:35')
  expect(words('dt')).toBe('19/11/2026, 09:35')
  expect(words('wD')).toBeUndefined()
  expect(words(undefined)).toBeUndefined()
})

it('updates an age as time passes', () => {
  expect(words('r', -3_000)).toBe('ahora mismo')
  expect(words('r', 42_000)).toBe('hace 42 s')
  expect(words('r', 120_000)).toBe('hace 2 min')
  expect(words('r', -3_600_000)).toBe('en 60\u00a0min')
})
