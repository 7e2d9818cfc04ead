// @module-tag server
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#shared/limits.ts'

const root = join(import.meta.dirname, '..')
const AUTHOR = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
const author = ['AUTHOR', 'COMMITTER'].flatMap(role => [
  [`GIT_${role}_NAME`, 'Marta'],
  [`GIT_${role}_EMAIL`, 'marta@example.com'],
])
const env = { ...process.env, ...AUTHOR, ...Object.fromEntries(author) }

const COPIED = [
  '.gitignore',
  'package-lock.json',
  ...['green-run', 'release', 'run'].map(name => `scripts/${name}.mjs`),
]

/**
 * Repository at version 0.1.0 with the files that a release reads, a passing check by default, and
 * a green run of all tests.
 */
function startRepository({ check = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pregonero-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of COPIED) cpSync(join(root, path), join(folder, path))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  write('package.json', `${JSON.stringify({ ...manifest, version: '0.1.0' }, null, 2)}\n`)
  write('scripts/check.mjs', check)
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## 0.2.0 (unreleased)\n\n- one\n- two\n\n## 0.1.0 (2026-11-20)\n\n- old\n',
  )
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()
  const commit = () => git('add', '-A') + git('commit', '-qm', 'all')
  const noteGreenRun = (commit: string, daysAgo: number) => {
    mkdirSync(join(folder, '.cache'), { recursive: true })
    const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
    write('.cache/green-run.json', JSON.stringify({ commit, at }))
  }
  git('init', '-q')
  commit()
  noteGreenRun(git('rev-parse', 'HEAD'), 6)
  return {
    folder,
    git,
    commit,
    write,
    noteGreenRun,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    release: (...args: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/release.mjs', ...args], { cwd: folder, env }),
  }
}

it('writes the version, dates the changelog, commits and tags', async () => {
  const repository = startRepository()
  const { stdout } = await repository.release('0.2.0')
  expect(stdout).toContain('git push --follow-tags')
  expect(JSON.parse(repository.read('package.json')).version).toBe('0.2.0')
  const lock = JSON.parse(repository.read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual(['0.2.0', '0.2.0'])
  expect(repository.read('CHANGELOG.md')).toMatch(/^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- one/m)
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(repository.git('log', '-1', '--format=%s')).toBe('chore: release 0.2.0')
  expect(repository.git('cat-file', '-t', 'v0.2.0')).toBe('tag')
  expect(repository.git('tag', '-l', '--format=%(contents)')).toBe('0.2.0\n\n- one\n- two')
  expect(repository.git('diff', '--stat', 'HEAD~', '--', 'package-lock.json')).toContain('4 +')

  await expect(repository.release('0.2.0')).rejects.toMatchObject({
    stderr: expect.stringContaining('v0.2.0 ya existe'),
  })
  await expect(repository.release('0.3.0')).rejects.toMatchObject({
    stderr: expect.stringContaining('CHANGELOG.md no dice nada nuevo'),
  })
})

it.each([
  ['', 'tres números'],
  ['v0.2.0', 'tres números'],
  ['0.2', 'tres números'],
  ['00.2.0', 'tres números'],
  ['0.0.9', 'anterior a la 0.1.0'],
])('refuses the version «%s»', async (version, reason) => {
  const repository = startRepository()
  await expect(repository.release(version)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(reason),
  })
  expect(repository.git('tag')).toBe('')
})

it('refuses uncommitted changes and an empty changelog section', async () => {
  const repository = startRepository()
  repository.write('new.txt', '')
  const refused = (reason: string) =>
    expect(repository.release('0.2.0')).rejects.toMatchObject({
      stderr: expect.stringContaining(reason),
    })
  await refused('cambios sin confirmar')
  repository.write(
    'CHANGELOG.md',
    '# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.0 (2026-11-20)\n\n- old\n',
  )
  repository.commit()
  await refused('no dice nada nuevo')
})

it('refuses without a green run of all tests in the last seven days', async () => {
  const repository = startRepository()
  const refused = () =>
    expect(repository.release('0.2.0')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run test:all'),
    })
  repository.noteGreenRun(repository.git('rev-parse', 'HEAD'), 8)
  await refused()
  repository.write('new.txt', '')
  repository.commit()
  const sibling = repository.git('rev-parse', 'HEAD')
  repository.git('reset', '--hard', '-q', 'HEAD~')
  repository.noteGreenRun(sibling, 0)
  await refused()
  rmSync(join(repository.folder, '.cache'), { recursive: true })
  await refused()
  expect(repository.git('tag')).toBe('')
})

it('leaves the repository unchanged when the check fails', async () => {
  const repository = startRepository({ check: 'process.exitCode = 1' })
  await expect(repository.release('0.2.0')).rejects.toMatchObject({
    stderr: expect.stringContaining('«npm run check» no pasa'),
  })
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(repository.git('tag')).toBe('')
})
