import { ensureInstalled } from './install.mjs'
import { lint, quickTests, runSteps, types } from './steps.mjs'

const tests = runIt => runIt('vitest', ['run', ...quickTests])

process.exitCode = (await ensureInstalled()) ? await runSteps([{ lint }, { types }, { tests }]) : 1
