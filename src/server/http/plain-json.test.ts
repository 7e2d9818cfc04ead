import { expect, it } from 'vitest'
import { isPlainJson } from './plain-json.ts'

const isPlain = (json: string) => isPlainJson(new TextEncoder().encode(json))
const objectOf = (members: number, name = '') =>
  `{${Array.from({ length: members }, (_, n) => `"${name}${n}":1`).join()}}`

it.each<[string, string]>([
  ['nothing', ''],
  ['a text of brackets', JSON.stringify({ a: '['.repeat(100_000), '[\\"[': '{:'.repeat(9) })],
  ['a list of many', JSON.stringify(Array(500_000).fill(0))],
  ['a thousand things of two hundred fields', `[${Array(1_000).fill(objectOf(200)).join()}]`],
  ['thirty levels', `${'[{"a":'.repeat(15)}1${'}]'.repeat(15)}`],
  ['a long text of escaped quotes', JSON.stringify([`${'a'.repeat(70)}\\"[`.repeat(50)])],
  ['a long text that does not end', `"${'['.repeat(100)}\\"${'['.repeat(100)}`],
  ['what closes more than it opens', ']'.repeat(50)],
])('returns true for %s', (_what, json) => {
  expect(isPlain(json)).toBe(true)
})

it.each<[string, string]>([
  ['brackets in brackets', '['.repeat(5_000_000)],
  ['objects in objects', '{"a":'.repeat(1_000)],
  ['a million empty things', `[${Array(1_000_000).fill('{}').join()}]`],
  ['an object of very many keys', objectOf(1_001)],
  ['many objects of other keys', `[${Array(400).fill(objectOf(900)).join()}]`],
  ['brackets behind a long text', `["${'a'.repeat(70)}\\\\",${'['.repeat(40)}`],
  ['brackets behind an escaped quote', `["\\\\","${'\\"'.repeat(9)}",${'['.repeat(40)}`],
])('returns false for %s', (_what, json) => {
  expect(isPlain(json)).toBe(false)
})
