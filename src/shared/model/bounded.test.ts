import { expect, it } from 'vitest'
import { z } from 'zod'
import { listOf, recordOf } from './bounded.ts'

it('reports one issue for an oversized list or record, whatever it holds', () => {
  const schema = z.object({
    list: listOf(z.string(), 2, 'Como máximo 2 textos.'),
    record: recordOf(z.string().max(1), z.string(), 2),
  })
  const list = Array(300_000).fill(null)
  const { error } = schema.safeParse({ list, record: { ...list } })
  expect(error?.issues).toMatchObject([
    { path: ['list'], message: 'Como máximo 2 textos.' },
    { path: ['record'], message: 'Como máximo 2.' },
  ])
})

it('reports one issue for a value that is not a list or record', () => {
  const schema = z.object({ list: listOf(z.string(), 2), record: recordOf(z.string(), z.any(), 2) })
  for (const wrong of [undefined, null, 7, 'ab'])
    expect(schema.safeParse({ list: wrong, record: wrong }).error?.issues).toMatchObject([
      { path: ['list'], code: 'invalid_type' },
      { path: ['record'] },
    ])
})
