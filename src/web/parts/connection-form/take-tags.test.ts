import { expect, it } from 'vitest'
import { takeTags } from './take-tags.ts'

const ten = Array.from({ length: 10 }, (_, nth) => `t${nth}`)

it.each([
  [['oro', ' plata '], ['oro', 'plata'], null],
  [['oro', 'Oro', 'ORO'], ['oro'], 'Ya está puesta: «Oro», «ORO».'],
  [[...ten, 'T3'], ten, 'Ya está puesta: «T3».'],
  [[...ten, 'once', 'doce'], ten, 'Como máximo 10 etiquetas: no caben «once», «doce».'],
  [[...ten, 'once'], ten, 'Como máximo 10 etiquetas: no cabe «once».'],
])('of %j it keeps %j and says %j', (given, tags, refusal) => {
  expect(takeTags(given)).toEqual({ tags, refusal })
})
