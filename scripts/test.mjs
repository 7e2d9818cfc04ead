import { buildWeb, ensureWebBuilt } from './build-web.mjs'
import { escapeForRegExp, findTests } from './find-tests.mjs'
import { ensureInstalled } from './install.mjs'
import { root, run } from './run.mjs'
import { lint, runSteps, types } from './steps.mjs'

const help = `Usage: npm test [-- WORDS…]

Without words: types, lint, and all tests, the browser's too.

With words, the tests of any kind that they name, each by
  a test file         npm test -- tests/flows/outage.test.ts tests/browser/tags.spec.ts
  a source file       npm test -- src/shared/format.ts           the tests beside it
  a folder            npm test -- src/server/telegram
  part of a path      npm test -- outage
  part of a title     npm test -- 'takes its turns'              where no path has it
`

const words = process.argv.slice(2)
if (words.includes('--help')) process.stdout.write(help)
else if (!(await ensureInstalled())) process.exitCode = 1
else process.exitCode = words.length > 0 ? await runNamed(words) : await runAll()

// One after the other: the browser's beside the others' would leave paced tests too little processor.
function runAll() {
  return runSteps([
    {
      types,
      lint,
      tests: runIt => runIt('vitest', ['run']),
      'web build': buildWeb,
      chromium: runIt => runIt('node', ['scripts/ensure-chromium.mjs']),
      'browser tests': runIt => runIt('playwright', ['test']),
    },
  ])
}

async function runNamed(names) {
  const { files, titled, unknown } = findTests(root, names)
  for (const word of unknown) console.error(`No hay ninguna prueba que se llame así: ${word}`)
  if (unknown.length > 0) return 1
  const passed = [await runFiles(files)]
  for (const { title, files } of titled) passed.push(await runFiles(files, title))
  return passed.every(Boolean) ? 0 : 1
}

/** @param title part of it, where not all tests of the files are meant */
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
