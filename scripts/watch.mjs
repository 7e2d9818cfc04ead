import { findTests } from './find-tests.mjs'
import { ensureInstalled } from './install.mjs'
import { root, start } from './run.mjs'
import { quickTests } from './steps.mjs'

const help = `Usage: npm run watch [-- WORDS…]

Runs the tests of \`npm run check\`, or those in the files that the words name (as for
\`npm test\`, without the browser's), and then, after each change, those that the change
concerns. Checks the types beside them. Ends with Ctrl+C.
`

const words = process.argv.slice(2)
if (words.includes('--help')) process.stdout.write(help)
else if (!(await ensureInstalled())) process.exitCode = 1
else process.exitCode = await watch(words)

async function watch(names) {
  const { files, titled } = findTests(root, names)
  const named = [...files, ...titled.flatMap(one => one.files)].filter(isForVitest)
  if (names.length > 0 && named.length === 0) {
    console.error(
      `No hay ninguna prueba que se llame así y no sea del navegador: ${names.join(' ')}`,
    )
    return 1
  }
  const types = start('tsc', ['-b', '--checkers', '1', '--watch', '--preserveWatchOutput'], {
    write: printResult,
  })
  const tests = start('vitest', ['watch', ...(named.length > 0 ? named : quickTests)])
  const status = await Promise.race([types.ended, tests.ended])
  types.stop('SIGTERM')
  tests.stop('SIGTERM')
  return status
}

function isForVitest(file) {
  return !file.endsWith('.spec.ts')
}

/** Omits the lines that announce a compilation. */
function printResult(chunk) {
  const lines = String(chunk).split('\n')
  const said = lines.filter(line => line.trim() && !line.includes('ompilation'))
  if (said.length > 0) console.log(said.join('\n'))
}
