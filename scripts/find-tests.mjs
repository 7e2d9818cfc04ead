import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/**
 * Finds the tests that words name: a test file, a source file (the tests beside it), a folder, part
 * of a test file's path, or else part of a title as written in its file.
 * @param root folder of the project, to which paths are relative
 * @returns the test files; test files with the title that selects some of their tests; and the
 * words without a match
 */
export function findTests(root, words) {
  const all = ['src', 'tests', 'scripts'].flatMap(folder => testFilesIn(root, folder)).sort()
  const found = { files: [], titled: [], unknown: [] }
  for (const word of words) {
    const title = titleIn(word)
    const path = relative(root, resolve(root, word))
    const isPath = existsSync(join(root, path))
    const files = isPath ? byPath(root, all, path) : all.filter(contains(word))
    const titled = isPath || files.length > 0 ? [] : all.filter(hasTitle(root, title))
    found.files.push(...files)
    if (titled.length > 0) found.titled.push({ title, files: titled })
    else if (files.length === 0) found.unknown.push(word)
  }
  return { ...found, files: [...new Set(found.files)] }
}

const testFilesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter(name => /\.(test|spec)\.ts$/.test(name))
    .map(name => join(folder, name))

function byPath(root, all, path) {
  if (all.includes(path)) return [path]
  if (statSync(join(root, path)).isFile()) return all.filter(file => isBeside(file, path))
  return all.filter(file => path === '' || file.startsWith(`${path}/`))
}

const contains = word => text => text.toLowerCase().includes(word.toLowerCase())

/** `fill.test.ts` and `fill.properties.test.ts` are the tests beside `fill.ts`. */
const isBeside = (file, path) =>
  dirname(file) === dirname(path) && basename(file).startsWith(`${basename(path).split('.')[0]}.`)

/** Last part of a title as a runner prints it, without the titles around it. */
const titleIn = word => word.split(/ [>›] /).at(-1) ?? ''

const hasTitle = (root, word) => file =>
  titlesIn(readFileSync(join(root, file), 'utf8')).some(
    title => contains(word)(title) || isFilled(title, word),
  )

const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g

const titlesIn = code => [...code.matchAll(TITLE)].map(([, , title]) => title)

const PLACEHOLDER = /%[sdifjo]|\$\{[^}]*\}|\$[\w.]+/

/** True if the word is a title with values in its placeholders, and not mostly values. */
function isFilled(title, word) {
  const fixed = title.split(PLACEHOLDER)
  if (fixed.length === 1 || fixed.join('').length < word.length / 2) return false
  return new RegExp(`^${fixed.map(escapeForRegExp).join('.*')}$`).test(word)
}

/** Escapes a text for a regular expression. */
export const escapeForRegExp = text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
