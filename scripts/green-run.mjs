import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const file = join(root, '.cache', 'green-run.json')
const GOOD_FOR_DAYS = 7
const DAY_MS = 86_400_000

/** The commit that is checked out; null with uncommitted changes or without a repository. */
export function cleanCommit() {
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null
  } catch {
    return null
  }
}

/** Records that every test, of both tiers, passed on the commit. */
export function noteGreenRun(commit) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ commit, at: new Date().toISOString() })}\n`)
}

/** True if all tests passed within the last seven days, on HEAD or one of its ancestors. */
export function hasGreenRun() {
  if (!existsSync(file)) return false
  const { commit, at } = JSON.parse(readFileSync(file, 'utf8'))
  const age = Date.now() - Date.parse(at)
  const isAncestor = ['merge-base', '--is-ancestor', commit, 'HEAD']
  return age < GOOD_FOR_DAYS * DAY_MS && spawnSync('git', isAncestor, { cwd: root }).status === 0
}

function git(...args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
