import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

const command = ['tests/fuzz/run-fuzz.ts', ...process.argv.slice(2)]
process.exitCode = (await ensureInstalled()) ? await run('node', command) : 1
