/** Pregonero as it is, but for the budget: it sends as fast as it can. */
import { once } from 'node:events'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createDelays } from '#server/deliver/delays.ts'

await using _app = await startApp(readConfig(process.env), {
  delays: { ...createDelays(), budget: null },
})
process.stdout.write('está en marcha\n')
await once(process, 'SIGTERM')
