import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'
import { serve } from './serve.mjs'

const isReady =
  (await ensureInstalled()) &&
  (await run('node', ['scripts/ensure-chromium.mjs'])) === 0 &&
  (await run('node', ['scripts/screenshots/draw-icons.ts'])) === 0
process.exitCode = isReady ? await serve('scripts/screenshots/take-screenshots.ts') : 1
