import { expect, it } from 'vitest'
import { newConnectionId, newOrderedId } from './ids.ts'

it('gives ordered ids that rise even while the clock stands still or goes back', () => {
  const now = Date.now()
  const ids = Array.from({ length: 10_000 }, (_, index) => newOrderedId(now - (index % 3)))
  expect(ids).toEqual([...new Set(ids)].sort())
})

it('gives ordered ids in the form of a UUIDv7', () => {
  expect(newOrderedId(Date.now())).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

it('gives connection ids of 128 bits', () => {
  expect(Buffer.from(newConnectionId(), 'base64url')).toHaveLength(16)
})
