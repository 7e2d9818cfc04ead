import { expect, it } from 'vitest'
import { tagsByUse, takeTags } from './tag-choice.ts'

const ten = Array.from({ length: 10 }, (_, nth) => `t${nth}`)

it.each([
  [['oro', ' plata '], ['oro', 'plata'], null],
  [['oro', 'Oro', 'ORO'], ['oro'], 'Ya están puestas: «Oro», «ORO».'],
  [[...ten, 'T3'], ten, 'Ya está puesta: «T3».'],
  [[...ten, 'once', 'doce'], ten, 'Como máximo 10 etiquetas: no caben «once», «doce».'],
  [[...ten, 'once'], ten, 'Como máximo 10 etiquetas: no cabe «once».'],
])('from %j keeps %j and reports %j', (given, tags, refusal) => {
  expect(takeTags(given)).toEqual({ tags, refusal })
})

it('sorts tags by use, then in Spanish alphabetical order', () => {
  const connections = [
    { tags: ['swing', 'cripto'] },
    { tags: ['índices', 'cripto'] },
    { tags: [] },
    { tags: ['macro'] },
  ]

  expect(tagsByUse(connections)).toEqual(['cripto', 'índices', 'macro', 'swing'])
})
