import { buildWeb, ensureWebBuilt } from './build-web.mjs'
import { escapeForRegExp, findTests } from './find-tests.mjs'
import { cleanCommit, noteGreenRun } from './green-run.mjs'
import { ensureInstalled } from './install.mjs'
import { forgetRepeatedTests, repeatedTests } from './repeated-tests.mjs'
import { root, run } from './run.mjs'
import { gateBrowserTests, gateTests, lint, runSteps, types } from './steps.mjs'

const help = `Usage: npm test [-- WORDS…]
       npm run test:all

Without words: types, lint, and the tests of the gate, the browser's too.
test:all runs the extended tier as well: everything there is.

With words, the tests of either tier that they name, each by
  a test file         npm test -- tests/flows/outage.test.ts tests/browser/tags.spec.ts
  a source file       npm test -- src/shared/format.ts           the tests beside it
  a folder            npm test -- src/server/telegram
  part of a path      npm test -- outage
  part of a title     npm test -- 'takes its turns'              where no path has it
`

const words = process.argv.slice(2)
if (words.includes('--help')) process.stdout.write(help)
else if (!(await ensureInstalled())) process.exitCode = 1
else process.exitCode = await runWanted()

function runWanted() {
  if (words.length === 0) return runTier(gateTests, gateBrowserTests)
  return words[0] === '--all' ? runAll() : runNamed(words)
}

async function runAll() {
  const commit = cleanCommit()
  const status = await runTier([], [])
  if (status === 0 && commit !== null) noteGreenRun(commit)
  return status
}

// The browser's tests run after the others: in parallel each would take as much longer.
async function runTier(tests, browserTests) {
  forgetRepeatedTests()
  const status = await runSteps([
    { types },
    {
      lint,
      'web build': buildWeb,
      chromium: runIt => runIt('node', ['scripts/ensure-chromium.mjs']),
      tests: runIt => runIt('vitest', ['run', ...tests]),
      'browser tests': runIt => runIt('playwright', ['test', ...browserTests]),
    },
  ])
  tellRepeatedTests()
  return status
}

function tellRepeatedTests() {
  const repeated = repeatedTests()
  console.log([`\nrepeated: ${repeated.length}`, ...repeated].join('\n  '))
}

async function runNamed(names) {
  const { files, titled, unknown } = findTests(root, names)
  for (const word of unknown) console.error(`No hay ninguna prueba que se llame así: ${word}`)
  if (unknown.length > 0) return 1
  const passed = [await runFiles(files)]
  for (const { title, files } of titled) passed.push(await runFiles(files, title))
  return passed.every(Boolean) ? 0 : 1
}

/** @param title part of a title that selects some tests of the files */
async function runFiles(files, title) {
  const inBrowser = files.filter(file => file.endsWith('.spec.ts'))
  const others = files.filter(file => !inBrowser.includes(file))
  const byTitle = flag => (title === undefined ? [] : [flag, escapeForRegExp(title)])
  const isPassed =
    others.length === 0 || (await run('vitest', ['run', ...others, ...byTitle('-t')])) === 0
  if (inBrowser.length === 0) return isPassed
  const patterns = inBrowser.map(file => `${escapeForRegExp(file)}$`)
  return (
    (await ensureWebBuilt()) &&
    (await run('node', ['scripts/ensure-chromium.mjs'])) === 0 &&
    (await run('playwright', ['test', ...patterns, ...byTitle('-g')])) === 0 &&
    isPassed
  )
}
