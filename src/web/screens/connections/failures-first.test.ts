import { expect, it } from 'vitest'
import { failuresFirst } from './failures-first.ts'

const connection = (id: string, trouble: string | null = null, isActive = true) => ({
  id,
  trouble,
  isActive,
})

it('puts connections in trouble first, then recent failures, keeping the order', () => {
  const weeks = new Map([
    ['b', { failed: [0, 0, 0, 0, 0, 0, 0] }],
    ['c', { failed: [0, 0, 3, 0, 0, 0, 0] }],
  ])
  const sorted = failuresFirst(
    [
      connection('a'),
      connection('b'),
      connection('c'),
      connection('d', 'El bot no está en el chat.'),
      connection('e', 'Telegram rechazó el token.', false),
      connection('f', 'El bot no está en el chat.'),
    ],
    weeks,
  )
  expect(sorted.map(({ id }) => id).join('')).toBe('dfcabe')
})
