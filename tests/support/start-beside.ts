import { onTestFinished } from 'vitest'
import { type App, startApp } from '#server/app.ts'
import type { Config } from '#server/base/config.ts'
import { freePort } from './free-port.ts'
import { pacedDelays } from './paced-delays.ts'
import { PACE } from './test-app.ts'
import { WAIT_FACTOR } from './test-place.ts'

/** One more Pregonero on the database of `config`, as a second process would be; it ends with the test. */
export async function startBeside(
  config: Config,
  settings: Partial<Config> = {},
  pace = PACE,
): Promise<{ app: App; url: string }> {
  const port = await freePort()
  const app = await startApp(
    { ...config, port, ...settings },
    { delays: pacedDelays(pace), waitFactor: WAIT_FACTOR },
  )
  onTestFinished(() => app[Symbol.asyncDispose]())
  return { app, url: `http://127.0.0.1:${port}` }
}
