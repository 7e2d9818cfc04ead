import { expect, it } from 'vitest'
import { freeTop } from './free-top.ts'

const at = (top: number, height: number) => ({ top, bottom: top + height })
const screen = { first: 4, end: 844, keeping: [] }

it('is at the top where nothing stands there', () => {
  expect(freeTop(44, screen)).toBe(4)
  expect(freeTop(44, { ...screen, keeping: [[], [at(116, 32)]] })).toBe(4)
})

it('is below the head of a dialog, and between two fields where it fits', () => {
  const heads = [at(0, 56)]
  expect(freeTop(44, { ...screen, keeping: [heads] })).toBe(64)
  const kept = [at(80, 40), at(140, 40), at(300, 40)]
  expect(freeTop(44, { ...screen, keeping: [heads, kept] })).toBe(188)
  expect(freeTop(44, { ...screen, keeping: [heads, kept.toReversed()] })).toBe(188)
})

it('is below the head where fields leave no room', () => {
  expect(freeTop(44, { ...screen, keeping: [[at(0, 56)], [at(70, 770)]] })).toBe(64)
})

it('is over buttons rather than over fields', () => {
  const heads = [at(0, 56)]
  const fields = [at(70, 40)]
  expect(freeTop(44, { ...screen, keeping: [heads, fields, [at(130, 40)]] })).toBe(178)
  expect(freeTop(44, { ...screen, keeping: [heads, fields, [at(130, 700)]] })).toBe(118)
})
