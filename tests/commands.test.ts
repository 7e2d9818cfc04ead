// @module-tag server
// @module-tag process
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = (entry: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [entry, ...args], { cwd: root })

describe.each([
  ['npm run faults', 'tests/faults/run-faults.ts', 'fault', 'killed at random points under load'],
  ['npm run fuzz', 'tests/fuzz/run-fuzz.ts', 'fuzzer', 'webhooks'],
  ['npm run bench', 'bench/support/run-figures.ts', 'figure', 'throughput'],
])('%s', (_command, entry, what, one) => {
  it('lists the available names with --help', { tags: ['extended'] }, async () => {
    const { stdout } = await run(entry, '--help')
    expect(stdout).toContain(`  ${one}`)
  })

  it('rejects an unknown name before it runs anything', { tags: ['extended'] }, async () => {
    const failure = await run(entry, one, 'nonsense').catch(error => error)
    expect(failure).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`No ${what} is called nonsense.`),
    })
    expect(failure.stderr).toContain(`  ${one}`)
  })
})

it('npm run stress explains itself with --help and rejects unknown tests', {
  tags: ['extended'],
}, async () => {
  const { stdout } = await run('scripts/stress.mjs', '--help')
  expect(stdout).toContain('again and again on a slow processor')
  const failure = await run('scripts/stress.mjs', 'nonsense').catch(error => error)
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There are no such tests: nonsense'),
  })
})

describe('npm test', () => {
  it('explains with --help how to select tests', { tags: ['extended'] }, async () => {
    const { stdout } = await run('scripts/test.mjs', '--help')
    expect(stdout).toContain('part of a title')
  })

  it('runs the tests of the named source file', { tags: ['extended'] }, async () => {
    const { stdout } = await run('scripts/test.mjs', 'src/shared/format.ts')
    expect(stdout).toContain('src/shared/format.test.ts')
  })

  it('rejects a word that matches no test, before it runs any', async () => {
    const words = ['src/shared/format.ts', 'sinsentido-'.repeat(2)]
    const failure = await run('scripts/test.mjs', ...words).catch(error => error)
    expect(failure).toMatchObject({ code: 1, stdout: '' })
    expect(failure.stderr).toContain(`No hay ninguna prueba que se llame así: ${words[1]}`)
  })
})
