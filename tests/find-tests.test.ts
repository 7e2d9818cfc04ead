import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTests } from '../scripts/find-tests.mjs'

const files = {
  'src/shared/fill.ts': '',
  'src/shared/fill.test.ts': "it('fills in', () => {})",
  'src/shared/fill.properties.test.ts': "it.each([1])('never breaks with %i fields', () => {})",
  'src/shared/fillet.test.ts': '',
  'src/web/Card.tsx': '',
  'src/web/card.ts': '',
  'src/web/card.test.ts': 'describe("a card", () => { it(\n  "is dealt", () => {}) })',
  'tests/flows/outage.test.ts': "test('waits (and waits)', () => post('is dealt'))",
  'tests/browser/cards.spec.ts': "test('a card is shown', () => {})",
  'scripts/none.mjs': '',
}

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'find-tests-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['a test file', 'src/shared/fill.test.ts', ['src/shared/fill.test.ts']],
  [
    'a source file',
    './src/shared/fill.ts',
    ['src/shared/fill.properties.test.ts', 'src/shared/fill.test.ts'],
  ],
  ['a folder', 'tests/', ['tests/browser/cards.spec.ts', 'tests/flows/outage.test.ts']],
  ['part of a path', 'CARD', ['src/web/card.test.ts', 'tests/browser/cards.spec.ts']],
])('%s selects its tests', (_, word, expected) => {
  expect(findTests(root, [word])).toEqual({ files: expected, titled: [], unknown: [] })
})

it.each([
  ['part of a title', 'IS DEALT', ['src/web/card.test.ts']],
  ['a title with brackets', '(and', ['tests/flows/outage.test.ts']],
  ['a title with a value', 'never breaks with 7 fields', ['src/shared/fill.properties.test.ts']],
])('%s selects the files that contain it', (_, title, expected) => {
  expect(findTests(root, [title])).toEqual({
    files: [],
    titled: [{ title, files: expected }],
    unknown: [],
  })
})

it('takes a title as a runner prints it', () => {
  expect(findTests(root, ['src/web/card.test.ts > a card > is dealt'])).toMatchObject({
    titled: [{ title: 'is dealt', files: ['src/web/card.test.ts'] }],
  })
})

it('returns words without a match as unknown', () => {
  const words = ['scripts/none.mjs', 'nonsense', 'fillet']
  expect(findTests(root, words)).toEqual({
    files: ['src/shared/fillet.test.ts'],
    titled: [],
    unknown: ['scripts/none.mjs', 'nonsense'],
  })
})
