// @module-tag extended
// @module-tag process
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..')

const FLAKY = `
  let tries = 0
  test('passes when repeated', () => { if (tries++ === 0) throw new Error('at first') })
  test('passes at once', () => {})`

/** Project with the reporters in place; callers write its tests and configuration. */
function startProject() {
  const folder = mkdtempSync(join(tmpdir(), 'pregonero-repeated-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of [
    ...['scripts/run.mjs', 'scripts/repeated-tests.mjs', 'package.json'],
    'tests/support/repeated',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'tests'), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  return {
    write,
    run: (tool: string, ...args: string[]) =>
      promisify(execFile)(join(root, 'node_modules/.bin', tool), args, { cwd: folder }),
    noted: () => readFileSync(join(folder, '.cache/repeated-tests.txt'), 'utf8'),
  }
}

it('records by name the Vitest tests that passed only on a retry', async () => {
  const project = startProject()
  project.write('tests/flaky.test.ts', `import { test } from 'vitest'${FLAKY}`)
  project.write(
    'vitest.config.ts',
    `import { noteRepeats } from './tests/support/repeated/vitest-reporter.ts'
    export default { test: { name: 'all', retry: 1, reporters: ['default', noteRepeats] } }`,
  )
  await project.run('vitest', 'run')
  expect(project.noted()).toBe(
    'tests/flaky.test.ts > passes when repeated (all): line 3: at first\n',
  )
})

it('records by name the Playwright tests that passed only on a retry', async () => {
  const project = startProject()
  // Playwright replaces the worker after a failure, so the count is kept in a file.
  project.write(
    'tests/flaky.spec.ts',
    `import { existsSync, writeFileSync } from 'node:fs'
    import { test } from '@playwright/test'
    test('passes when repeated', () => {
      if (existsSync('tried')) return
      writeFileSync('tried', '')
      throw new Error('at first')
    })
    test('passes at once', () => {})`,
  )
  project.write(
    'playwright.config.ts',
    `export default {
      testDir: 'tests',
      retries: 1,
      reporter: [['dot'], ['./tests/support/repeated/playwright-reporter.ts']],
    }`,
  )
  await project.run('playwright', 'test')
  expect(project.noted()).toBe('flaky.spec.ts > passes when repeated: line 6: Error: at first\n')
})
