import { expect, it } from 'vitest'
import { freeTop } from './free-top.ts'

const at = (top: number, height: number) => ({ top, bottom: top + height })
const screen = { first: 4, end: 844, keeping: [] }

it('keeps the first position if it is free', () => {
  expect(freeTop(44, screen)).toBe(4)
  expect(freeTop(44, { ...screen, keeping: [[], [at(116, 32)]] })).toBe(4)
})

it('moves below the header of a dialog, into the first gap that fits', () => {
  const heads = [at(0, 56)]
  expect(freeTop(44, { ...screen, keeping: [heads] })).toBe(64)
  const kept = [at(80, 40), at(140, 40), at(300, 40)]
  expect(freeTop(44, { ...screen, keeping: [heads, kept] })).toBe(188)
  expect(freeTop(44, { ...screen, keeping: [heads, kept.toReversed()] })).toBe(188)
})

it('covers fields rather than the header if they leave no room', () => {
  expect(freeTop(44, { ...screen, keeping: [[at(0, 56)], [at(70, 770)]] })).toBe(64)
})

it('covers buttons rather than fields', () => {
  const heads = [at(0, 56)]
  const fields = [at(70, 40)]
  expect(freeTop(44, { ...screen, keeping: [heads, fields, [at(130, 40)]] })).toBe(178)
  expect(freeTop(44, { ...screen, keeping: [heads, fields, [at(130, 700)]] })).toBe(118)
})
