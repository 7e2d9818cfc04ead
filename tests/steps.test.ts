// @module-tag server
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const steps = join(import.meta.dirname, '../scripts/steps.mjs')

it('prints each step in one piece, runs the others when one fails, and sums up', async () => {
  const program = `
    import { runSteps } from ${JSON.stringify(steps)}
    const say = (text, status = 0) => run => run('node', ['--eval', 'console.log("' + text + '"); process.exitCode = ' + status])
    let finish
    const finished = new Promise(resolve => { finish = resolve })
    process.exitCode = await runSteps([
      { slow: async run => { await finished; return say('tortoise', 3)(run) }, next: say('after it') },
      { quick: say('hare'), last: async run => { const status = await say('at once')(run); finish(); return status } },
    ])`
  const { code, stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]).catch(error => error)
  expect(code).toBe(1)
  expect(stdout.replaceAll(/ +\d+\.\d s/g, '')).toBe(`
── slow
tortoise

── next
after it

── quick
hare

── last
at once

slow  FAILED, processor
next  passed, processor
quick  passed, processor
last  passed, processor

3 passed, 1 failed
`)
})
