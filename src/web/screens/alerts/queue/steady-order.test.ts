import { expect, it } from 'vitest'
import { steadyOrder } from './steady-order.ts'

const ids = (text: string) => [...text].map(id => ({ id }))
const order = (before: string, now: string) =>
  steadyOrder(ids(before), ids(now))
    .map(({ id }) => id)
    .join('')

it('keeps the order of known items and appends new ones', () => {
  expect(order('', 'cab')).toBe('cab')
  expect(order('abc', 'cba')).toBe('abc')
  expect(order('abc', 'xcya')).toBe('acxy')
  expect(order('abc', '')).toBe('')
})
