import { join } from 'node:path'
import { z } from 'zod'
import { createAuth } from './accounts/auth.ts'
import { createRegistration } from './accounts/registration.ts'
import type { Config } from './base/config.ts'
import { openDataFolder } from './base/data-folder.ts'
import { createLog, type Log } from './base/log.ts'
import { loadSecretKey } from './base/secret-key.ts'
import { assertSameKey, checkValue, createSecretBox } from './base/secrets.ts'
import { createDelays, type Delays } from './deliver/delays.ts'
import { createDeliveryWriter } from './deliver/delivery-writer.ts'
import { Dispatcher } from './deliver/dispatcher.ts'
import { listen } from './http/listen.ts'
import { createRouter } from './http/router.ts'
import { createAlertReceiver } from './ingest/receive-alert.ts'
import { reportRefusal } from './ingest/report-refusal.ts'
import { Live } from './live/live.ts'
import { createOperations } from './operations/operations.ts'
import { openStore } from './store/open-store.ts'
import type { Database } from './store/schema.ts'
import { settingOrFirst } from './store/settings.ts'
import { watchForeignWrites } from './store/watch-foreign-writes.ts'
import { createTelegram } from './telegram/client.ts'
import { createSimulatedTelegram } from './telegram/simulated.ts'
import type { Telegram } from './telegram/telegram.ts'

/** What a test may put in place of the real thing, by name. */
export type Parts = { log: Log; telegram: Telegram; delays: Delays; webRoot: string }

export type App = AsyncDisposable & {
  port: number
  /** The one-time code for the first account, while there is none. */
  registrationCode: string | null
  db: Database
}

z.config(z.locales.es())

const webRoot = join(import.meta.dirname, '../../dist/web')

/**
 * Builds every part, joins them, and serves. Disposing of it lets what is in flight come to its
 * end and leaves nothing behind.
 * @throws StartError with one Spanish sentence when it can't start
 */
export async function startApp(config: Config, parts: Partial<Parts> = {}): Promise<App> {
  await using open = new AsyncDisposableStack()
  const log = parts.log ?? createLog({ level: config.logLevel })
  const folder = open.use(openDataFolder(config.dataDir))
  const secretKey = loadSecretKey({ dataDir: folder.path, fromEnv: config.secrets.secretKey })
  const store = open.use(await openStore(folder.path))
  const { db, reader } = store
  assertSameKey(secretKey, await settingOrFirst(db, 'secret-key-check', checkValue(secretKey)))

  const { publicUrl, trustProxy } = config
  const secretBox = createSecretBox(secretKey)
  const telegram = parts.telegram ?? telegramFor(config)
  const delays = parts.delays ?? createDelays()
  const live = new Live()
  const writer = createDeliveryWriter(db, { delays, log })
  const dispatcher = new Dispatcher(
    db,
    { telegram, secretBox, writer, live, delays, log },
    telegram.simulated ? 0 : config.deliveryOutageWindow,
  )
  const wake = (lanes: string[]) => dispatcher.wake(lanes)
  const registration = await createRegistration({ db, open: config.registration === 'open' })
  const auth = createAuth({ db, secretKey, publicUrl, port: config.port, log })

  const router = createRouter({
    auth,
    db,
    reader,
    log,
    publicUrl,
    trustProxy,
    operations: createOperations({
      secretBox,
      telegram,
      live,
      wake,
      turns: dispatcher,
      publicUrl,
      registration,
    }),
    receiver: createAlertReceiver({ db, live, wake, log }),
    report: refusal => reportRefusal(refusal, { db, live }),
    maxBytes: config.webhookMaxBytes,
    readSignedIn: headers => auth.readSession(headers),
    endStreams: sessionId => live.endSession(sessionId),
    readiness: () => dispatcher.readiness(),
    webRoot: parts.webRoot ?? webRoot,
  })

  await dispatcher.recover()
  const listening = open.use(await listen(router, config))
  open.defer(() => dispatcher.stop())
  await dispatcher.start()
  open.defer(() => live.close())
  open.use(
    watchForeignWrites(
      store,
      () => {
        live.endAll()
        return dispatcher.wakeAll()
      },
      log,
    ),
  )

  const running = open.move()
  return {
    port: listening.port,
    registrationCode: registration.code,
    db,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const telegramFor = (config: Config): Telegram =>
  config.delivery === 'simulated'
    ? createSimulatedTelegram()
    : createTelegram({ apiRoot: config.telegramApiRoot })
