import { expect, it } from 'vitest'
import { repeatedKeys } from './repeated-keys.ts'

it.each([
  ['{"a":1,"b":2}', []],
  ['{"a":1,"b":2,"a":3,"b":4,"a":5}', ['a', 'b']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"x":{"a":1,"a":2},"y":[{"b":1,"b":2}]}', ['a', 'b']],
])('names keys repeated within one object: %s', (json, keys) => {
  expect(repeatedKeys(json)).toEqual(keys)
})

it.each([
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', 'in another object'],
  ['{"a":"a","b":"\\"a\\":1","c":"{\\"a\\":","d":"}"}', 'in a text'],
  ['["a","a"]', 'in a list'],
  [`{"a":"${'\\\\'.repeat(500_000)}"}`, 'nowhere, however long'],
])('finds no repeated keys: %2$s', json => {
  expect(repeatedKeys(json)).toEqual([])
})
