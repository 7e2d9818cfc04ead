import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Openers that name neither a thing nor what it does. */
const RIDDLE = /^(what|of|those|whoever|whose|who|one that|one of|nothing|nobody|none|such)\b/i
const FORBIDDEN = /\b(stands|(is|are|be|was|were) told)\b/i
/** Each may be in two of a hundred. */
const RARE = {
  'what is …': /\bwhat (is|was|are|were|has|had|it|they|comes?|came)\b/i,
  'one that, those that': /\b(one|those) (that|who|which|of which)\b/i,
  'nothing, nobody, none': /\b(nothing|nobody|none)\b/i,
}
const SHARE = 0.02

const files = globSync('{src,tests,scripts,bench}/**/*.{ts,tsx,mjs,js,css}', {
  cwd: join(import.meta.dirname, '..'),
}).map(path => ({ path, source: readFileSync(join(import.meta.dirname, '..', path), 'utf8') }))

describe.each([
  ['comments', commentsOf],
  ['test titles', titlesOf],
])('the %s', (_, sentencesOf) => {
  const sentences = files.flatMap(({ path, source }) =>
    sentencesOf(source).map(sentence => `${path}: ${sentence}`),
  )

  it('are found', () => {
    expect(sentences.length).toBeGreaterThan(2_000)
  })

  it('begin with a thing or a verb', () => {
    expect(
      sentences.filter(sentence => RIDDLE.test(sentence.slice(sentence.indexOf(': ') + 2))),
    ).toEqual([])
  })

  it('avoid words that hide the subject', () => {
    expect(sentences.filter(sentence => FORBIDDEN.test(sentence))).toEqual([])
  })

  it.each(Object.entries(RARE))('rarely say «%s»', (_words, pattern) => {
    const hits = sentences.filter(sentence => pattern.test(sentence))
    expect(hits.length, hits.join('\n')).toBeLessThanOrEqual(sentences.length * SHARE)
  })
})

it('reads comments and test titles', () => {
  const source = `
/** One
 * comment. */
const address = 'http://no.comment' // Beside code.
// Two lines
// of one comment.
it('does one thing', () => {})
describe.each([['a', 1]])('a %s', () => {})
`
  expect(commentsOf(source)).toEqual(['One comment.', 'Beside code.', 'Two lines of one comment.'])
  expect(titlesOf(source)).toEqual(['does one thing', 'a %s'])
})

function commentsOf(source: string): string[] {
  const found = source.matchAll(
    /(?<=^|[\s{])\/\*[\s\S]*?\*\/|^ *\/\/ [^\n]*(?:\n *\/\/ [^\n]*)*|(?<=\s)\/\/ [^\n]*/gm,
  )
  return [...found].flatMap(([found]) => {
    const comment = found
      .replace(/^\/\*\*?|\s*\*\/$|\n\s*\*|(^|\n *)\/\//g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return /^(|biome-ignore.*|@.*)$/.test(comment) ? [] : [comment]
  })
}

function titlesOf(source: string): string[] {
  const found = source.matchAll(
    /(?:(?<![.\w])(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(|[\])]\)\()\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1,/g,
  )
  return [...found].map(([, , title = '']) => title)
}
