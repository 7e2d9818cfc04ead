import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

/** One line per test that passed only on a retry; CI prints the file. */
const file = join(root, '.cache', 'repeated-tests.txt')

/** @param title the test file and the whole title */
export function noteRepeatedTest(title) {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${title}\n`)
}

/** @returns the titles noted since `forgetRepeatedTests`, each once */
export function repeatedTests() {
  if (!existsSync(file)) return []
  return [...new Set(readFileSync(file, 'utf8').split('\n'))].filter(Boolean)
}

export function forgetRepeatedTests() {
  rmSync(file, { force: true })
}
