import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureWebBuilt } from './build-web.mjs'
import { escapeForRegExp, findTests } from './find-tests.mjs'
import { ensureInstalled } from './install.mjs'
import { root, start } from './run.mjs'
import { slowProcessor } from './slow-processor.mjs'

const help = `Usage: npm run stress [-- WORDS…] [--times N] [--share N]

Runs tests again and again on a slow processor, without a repeat, and prints how often each failed.
The words name test files as for npm test; without any, the test files that git says have changed.

  --times N   how often (20)
  --share N   of how many hundredths of a core (40)
`

const reports = join(root, '.cache', 'stress')

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    times: { type: 'string', default: '20' },
    share: { type: 'string', default: '40' },
  },
})
if (values.help) process.stdout.write(help)
else if (!(await ensureInstalled())) process.exitCode = 1
else process.exitCode = await stress(words.length > 0 ? words : changedTests())

function changedTests() {
  const lines = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  return lines
    .split('\n')
    .map(line => line.slice(3).split(' -> ').at(-1))
    .filter(path => /\.(test|spec)\.ts$/.test(path))
}

async function stress(names) {
  const { files, titled, unknown } = findTests(root, names)
  const tests = [...new Set([...files, ...titled.flatMap(one => one.files)])]
  if (unknown.length > 0 || tests.length === 0) {
    console.error(`There are no such tests: ${unknown.join(', ') || 'none has changed'}\n\n${help}`)
    return 1
  }
  const inBrowser = tests.filter(file => file.endsWith('.spec.ts'))
  if (inBrowser.length > 0 && !(await ensureWebBuilt())) return 1
  const slow = slowProcessor(Number(values.share))
  if (!slow) {
    console.error('There are no control groups here: it takes Linux and root.')
    return 1
  }
  const results = new Map()
  try {
    for (let time = 1; time <= Number(values.times); time += 1) {
      process.stderr.write(`${time} `)
      for (const runner of [vitest, playwright])
        for (const result of await runner(tests, slow)) note(results, result)
    }
  } finally {
    slow.end()
  }
  process.stderr.write('\n')
  return print(results)
}

/** @returns name, result and seconds of each test */
async function vitest(tests, slow) {
  const files = tests.filter(file => file.endsWith('.test.ts'))
  if (files.length === 0) return []
  const report = await reportOf(slow, 'vitest', [
    'run',
    ...files,
    '--retry=0',
    '--reporter=json',
    `--outputFile=${join(reports, 'report.json')}`,
  ])
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['passed', 'failed'].includes(status))
      .map(({ fullName, status, duration }) => ({
        name: `${relative(root, name)} > ${fullName}`,
        isPassed: status === 'passed',
        seconds: (duration ?? 0) / 1_000,
      })),
  )
}

async function playwright(tests, slow) {
  const files = tests.filter(file => file.endsWith('.spec.ts'))
  if (files.length === 0) return []
  const patterns = files.map(file => `${escapeForRegExp(file)}$`)
  const report = await reportOf(
    slow,
    'playwright',
    ['test', ...patterns, '--retries=0', '--reporter=json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'report.json') },
  )
  return specsIn(report.suites).map(({ file, title, ok, tests: [test] }) => ({
    name: `tests/browser/${file} > ${title}`,
    isPassed: ok,
    seconds: (test?.results[0]?.duration ?? 0) / 1_000,
  }))
}

function specsIn(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsIn(inner)])
}

async function reportOf(slow, command, args, variables = {}) {
  mkdirSync(reports, { recursive: true })
  rmSync(join(reports, 'report.json'), { force: true })
  await start(...slow.command(command, args), { variables, write: () => {} }).ended
  return JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
}

function note(results, { name, isPassed, seconds }) {
  const before = results.get(name) ?? { passed: 0, runs: 0, longest: 0 }
  results.set(name, {
    passed: before.passed + (isPassed ? 1 : 0),
    runs: before.runs + 1,
    longest: Math.max(before.longest, seconds),
  })
}

/** Prints all tests, most failures first, then slowest first. @returns the exit status */
function print(results) {
  const rows = [...results].toSorted(
    ([, one], [, other]) =>
      other.runs - other.passed - (one.runs - one.passed) || other.longest - one.longest,
  )
  console.log('    passed   longest  test')
  for (const [name, { passed, runs, longest }] of rows)
    console.log(
      `${`${passed} of ${runs}`.padStart(10)}${longest.toFixed(1).padStart(8)} s  ${name}`,
    )
  const failed = rows.filter(([, { passed, runs }]) => passed < runs).length
  console.log(`\n${rows.length - failed} tests passed each time, ${failed} did not`)
  return failed === 0 ? 0 : 1
}
