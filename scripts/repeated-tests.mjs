import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run.mjs'

/** One line per test that passed only on a retry; CI prints the file. */
const file = join(root, '.cache', 'repeated-tests.txt')

/** Characters of a message: an assertion's first lines. */
const MESSAGE_LENGTH = 300

/**
 * @param title the test file and the whole title
 * @param error error of the first try; its stack names the line of the test
 */
export function noteRepeatedTest(title, error) {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${[title, ...reasonOf(error)].join(': ')}\n`)
}

function reasonOf({ message = '', stack = '' } = {}) {
  const told = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim()
  const [, line] = stripVTControlCharacters(stack).match(/[^\s/]+\.(?:test|spec)\.ts:(\d+)/) ?? []
  return [line && `line ${line}`, told.slice(0, MESSAGE_LENGTH)].filter(Boolean)
}

/** @returns the titles noted since `forgetRepeatedTests`, each once */
export function repeatedTests() {
  if (!existsSync(file)) return []
  return [...new Set(readFileSync(file, 'utf8').split('\n'))].filter(Boolean)
}

export function forgetRepeatedTests() {
  rmSync(file, { force: true })
}
