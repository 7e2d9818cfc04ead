import { expect, it } from 'vitest'
import { tagsByUse } from './tags-by-use.ts'

it('puts the tags that most connections carry first, the others in Spanish order', () => {
  const connections = [
    { tags: ['swing', 'cripto'] },
    { tags: ['índices', 'cripto'] },
    { tags: [] },
    { tags: ['macro'] },
  ]

  expect(tagsByUse(connections)).toEqual(['cripto', 'índices', 'macro', 'swing'])
})
