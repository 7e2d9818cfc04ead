/** Pregonero without rate limits: it sends as fast as it can. */
import { once } from 'node:events'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { Output } from '#server/base/output.ts'
import { createDelays } from '#server/deliver/delays.ts'

const config = readConfig(process.env)
const output = new Output(process.stdout)
await using _app = await startApp(config, {
  log: createLog({ level: config.logLevel, destination: output }),
  delays: { ...createDelays(), rateLimits: null },
})
output.write('está en marcha\n')
await once(process, 'SIGTERM')
