import { serve } from './serve.mjs'

process.exitCode = await serve('src/server/main.ts')
