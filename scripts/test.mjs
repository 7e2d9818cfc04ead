import { buildWeb } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

const steps = {
  install: async () => ((await ensureInstalled()) ? 0 : 1),
  // Each checker of its own would resolve the contract's types anew, which takes most of the time.
  types: () => run('tsc', ['-b', '--checkers', '1']),
  lint: () => run('biome', ['check', '--error-on-warnings']),
  tests: () => run('vitest', ['run']),
  'web build': buildWeb,
  chromium: () => run('node', ['scripts/ensure-chromium.mjs']),
  'browser tests': () => run('playwright', ['test']),
}

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopped = true
  })
}

const results = []
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const passed = (await step()) === 0
  results.push({ name, passed, seconds: (performance.now() - began) / 1000 })
  if (stopped || (name === 'install' && !passed)) break
}

const failed = results.filter(({ passed }) => !passed).length
if (stopped || failed > 0) process.exitCode = 1

console.log('')
for (const { name, passed, seconds } of results) {
  console.log(
    `${name.padEnd(14)}${seconds.toFixed(1).padStart(7)} s  ${passed ? 'passed' : 'FAILED'}`,
  )
}
console.log(`\n${results.length - failed} passed, ${failed} failed`)
