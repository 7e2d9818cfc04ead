import { type App, type Parts, startApp } from '#server/app.ts'
import type { Config } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { loadSecretKey } from '#server/base/secret-key.ts'
import { createDelays } from '#server/deliver/delays.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { startBotApi } from './bot-api/bot-api.ts'
import { freePort } from './free-port.ts'
import { migratedPlace } from './test-place.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Delays run this many times faster than in real life. */
export const PACE = 20

const OUTAGE_WINDOW_MS = (15 * 60_000) / PACE

/** A whole Pregonero on a free port and in a folder of its own, beside a Bot API double. */
export async function startTestApp(settings: Partial<Config> = {}, parts: Partial<Parts> = {}) {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(await migratedPlace())
  const botApi = open.use(await startBotApi({ speed: PACE }))
  const port = await freePort()
  const config: Config = {
    host: '127.0.0.1',
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    ...keptIn(place),
    role: 'all',
    delivery: 'telegram',
    telegramApiRoot: botApi.root,
    deliveryOutageWindow: OUTAGE_WINDOW_MS,
    webhookMaxBytes: 65_536,
    trustProxy: 0,
    registration: 'closed',
    timeZone: 'Europe/Madrid',
    logLevel: 'silent',
    ...settings,
  }
  const log = createLog({ level: config.logLevel })
  const app: App = open.use(await startApp(config, { log, delays: createDelays(PACE), ...parts }))
  const running = open.move()
  return {
    app,
    botApi,
    config,
    place,
    url: config.publicUrl,
    secretKey: loadSecretKey({ dataDir: config.dataDir, fromEnv: config.secrets.secretKey }),
    /** Lets the server end and start again on the same data. */
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const SECRET_KEY = 'a secret key of thirty-two letters'

const keptIn = (place: StorePlace): Pick<Config, 'dataDir' | 'secrets'> =>
  'dataDir' in place
    ? { dataDir: place.dataDir, secrets: { secretKey: undefined, databaseUrl: undefined } }
    : { dataDir: '', secrets: { secretKey: SECRET_KEY, databaseUrl: place.databaseUrl } }
