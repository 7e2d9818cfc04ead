import { expect, it } from 'vitest'
import { newConnectionId, newOrderedId, orderedIdsFrom } from './ids.ts'

it('gives ordered ids that rise even if the clock stops or goes back', () => {
  const now = Date.now()
  const ids = Array.from({ length: 10_000 }, (_, index) => newOrderedId(now - (index % 3)))
  expect(ids).toEqual([...new Set(ids)].sort())
})

it('gives ordered ids in the form of a UUIDv7', () => {
  expect(newOrderedId(Date.now())).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

it('gives the lower bound of the ordered ids since an instant', () => {
  // Ids given earlier may be ahead of the clock.
  const last = Number.parseInt(newOrderedId(0).replace('-', '').slice(0, 12), 16)
  const at = last + 2
  expect(newOrderedId(at - 1) < orderedIdsFrom(at)).toBe(true)
  expect(newOrderedId(at) > orderedIdsFrom(at)).toBe(true)
})

it('gives connection ids of 128 bits', () => {
  expect(Buffer.from(newConnectionId(), 'base64url')).toHaveLength(16)
})
