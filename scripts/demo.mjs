import { readFile } from 'node:fs/promises'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

// npm can be killed and leave this running; whoever calls it directly may mean to.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs')

const ready = (await ensureInstalled()) && (await ensureWebBuilt())
const flags = JSON.parse(await readFile(new URL('server-flags.json', import.meta.url), 'utf8'))
process.exitCode = ready ? await run('node', [...flags, 'scripts/demo/run-demo.ts']) : 1
