import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

const command = ['bench/support/run-figures.ts', ...process.argv.slice(2)]
const isReady = (await ensureInstalled()) && (await ensureWebBuilt())
process.exitCode = isReady ? await run('node', command) : 1
