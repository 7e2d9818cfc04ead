import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

process.exitCode = (await ensureInstalled())
  ? await run('node', ['scripts/deploy/check-deployment.ts'])
  : 1
