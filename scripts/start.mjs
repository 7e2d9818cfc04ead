import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

// npm can be killed and leave this running; whoever calls it directly may mean to.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs')

const ready = (await ensureInstalled()) && (await ensureWebBuilt())
const server = ['--import', './scripts/end-with-parent.mjs', 'src/server/main.ts']
process.exitCode = ready ? await run('node', server) : 1
