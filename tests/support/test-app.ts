import { type Parts, startApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { loadSecretKey } from '#server/base/secret-key.ts'
import { pacedDelays } from './paced-delays.ts'
import { sqliteHere } from './sqlite-here.ts'
import { migratedPlace, WAIT_FACTOR } from './test-place.ts'
import { startTestServer } from './test-server.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Factor over real life by which delays are faster. */
export const PACE = 20

const OUTAGE_WINDOW_MS = (15 * 60_000) / PACE

/**
 * A whole Pregonero within this process, with a Bot API double. Its SQLite answers on this thread,
 * at half the cost of threads; processes that tests start have the product's threads.
 * @param pace factor over real life for its delays and the double's limits
 */
export async function startTestApp(
  settings: Partial<Config> = {},
  parts: Partial<Parts> = {},
  pace = PACE,
) {
  const stage = await startTestServer(
    async env => {
      const config: Config = {
        ...readConfig({ ...env, TZ: 'Europe/Madrid' }),
        deliveryOutageWindow: OUTAGE_WINDOW_MS,
        ...settings,
      }
      const log = createLog({ level: config.logLevel })
      const delays = pacedDelays(pace, config.telegramBotRate)
      const connectSqlite = sqliteHere()
      const app = await startApp(config, {
        log,
        delays,
        connectSqlite,
        waitFactor: WAIT_FACTOR,
        ...parts,
      })
      return { app, config, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
    },
    { place: await migratedPlace(), speed: pace },
  )
  const { app, config } = stage.server
  const { dataDir, secrets } = config
  return {
    app,
    botApi: stage.botApi,
    config,
    place: stage.place,
    url: config.publicUrl,
    secretKey: loadSecretKey({ dataDir, fromEnv: secrets.secretKey }),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}
