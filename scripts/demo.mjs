import { serve } from './serve.mjs'

process.exitCode = await serve('scripts/demo/run-demo.ts')
