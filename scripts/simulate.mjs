import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

const command = ['tests/line/run-simulation.ts', ...process.argv.slice(2)]
process.exitCode = (await ensureInstalled()) ? await run('node', command) : 1
