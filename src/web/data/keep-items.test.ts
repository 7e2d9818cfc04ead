import { expect, it } from 'vitest'
import { keepItems } from './keep-items.ts'

const page = (...items: { id: string; status: string }[]) => ({ items, total: items.length })

it('keeps unchanged items at any position', () => {
  const before = page({ id: 'b', status: 'pending' }, { id: 'a', status: 'success' })
  const now = page(
    { id: 'c', status: 'pending' },
    { id: 'b', status: 'success' },
    { id: 'a', status: 'success' },
  )
  const kept = keepItems(before, now) as typeof now
  expect(kept).toEqual(now)
  expect(kept.items[2]).toBe(before.items[1])
  expect(kept.items[1]).not.toBe(before.items[0])
})

it('keeps an unchanged page', () => {
  const before = page({ id: 'a', status: 'success' })
  expect(keepItems(before, structuredClone(before))).toBe(before)
})

it('takes the first page as it is', () => {
  const first = page({ id: 'a', status: 'success' })
  expect(keepItems(undefined, first)).toBe(first)
})
