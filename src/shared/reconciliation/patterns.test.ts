import { expect, it } from 'vitest'
import { findPatterns, type JudgedRow } from './patterns.ts'

const HOUR_MS = 3_600_000
const rows = (count: number, row: Partial<JudgedRow>, every = HOUR_MS): JudgedRow[] =>
  Array.from({ length: count }, (_, place) => ({
    at: place * every,
    verdict: 'delivered',
    name: 'Cruce',
    cause: null,
    ...row,
  }))
const kinds = (...all: JudgedRow[][]) => findPatterns(all.flat()).map(({ kind }) => kind)

it('finds the pattern that repeated failures share', () => {
  const fine = rows(50, { name: 'Otra' })
  expect(kinds(fine)).toEqual([])
  expect(kinds(fine, rows(2, { verdict: 'lost' }))).toEqual([])
  expect(kinds(fine, rows(4, { verdict: 'failed-but-here', cause: 'timeout' }))).toEqual(['slow'])
  expect(kinds(fine, rows(5, { verdict: 'lost', name: 'Otra' }, 60_000))).toEqual(['away'])
  expect(kinds(fine, rows(5, { verdict: 'lost' }, 3 * HOUR_MS))).toEqual(['one-alert'])
  expect(kinds(fine, rows(5, { verdict: 'lost', name: 'Otra', cause: '404' }))).toEqual(['status'])
  expect(kinds(rows(5, { verdict: 'unknown' }))).toEqual(['none-matched'])
})
