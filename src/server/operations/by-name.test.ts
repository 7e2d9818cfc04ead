import { expect, it } from 'vitest'
import { byName } from './by-name.ts'

it('sorts equal names by creation and id, whatever the order of the input', () => {
  const named = [
    { name: 'Oro', created_at: 2, id: 'a' },
    { name: 'oro 10', created_at: 1, id: 'e' },
    { name: 'Oro', created_at: 1, id: 'c' },
    { name: 'Oro', created_at: 1, id: 'b' },
    { name: 'oro 2', created_at: 9, id: 'd' },
  ]
  const order = ['b', 'c', 'a', 'd', 'e']
  expect(named.toSorted(byName).map(({ id }) => id)).toEqual(order)
  expect(
    named
      .toReversed()
      .sort(byName)
      .map(({ id }) => id),
  ).toEqual(order)
})
