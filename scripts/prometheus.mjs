import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

process.exitCode = (await ensureInstalled())
  ? await run('node', ['tests/prometheus/run-checks.ts'])
  : 1
