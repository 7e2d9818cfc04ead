import { createServer, type Server } from 'node:http'
import { expect, vi } from 'vitest'
import { type App, type Parts, startApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { createTelegram } from '#server/telegram/client.ts'
import { DAY_MS } from '#shared/limits.ts'
import { startBotApi } from './bot-api/bot-api.ts'
import { memoryFetch } from './memory-fetch.ts'
import { sqliteHere } from './sqlite-here.ts'
import { migratedPlace } from './test-place.ts'
import { type VirtualTime, virtualTime } from './virtual-time.ts'

type Polled<T> = ReturnType<typeof expect.poll<T>>

export type VirtualApp = Awaited<ReturnType<typeof startVirtualApp>>

/** Interval of a poll at first, the length of that phase, and the interval after it. */
const LOOK_OFTEN_MS = 100
const OFTEN_MS = 1_000
const LOOK_LATER_MS = 1_000

/** No port is opened: a name only for the addresses. */
const URL = 'http://pregonero.test:8080'
const SECRET_KEY = 'a secret key of thirty-two letters'

/**
 * A whole Pregonero in virtual time, with real-life delays. Its SQLite answers on the test's own
 * thread and its connections stay within the process, independently of the machine's speed.
 */
export async function startVirtualApp(settings: Partial<Config> = {}, parts: Partial<Parts> = {}) {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(await migratedPlace())
  if (!('dataDir' in place)) throw new Error('virtual time runs on SQLite')
  const botApi = open.use(await startBotApi())
  const time = open.use(virtualTime())
  const config: Config = {
    ...readConfig({
      PORT: '8080',
      PUBLIC_URL: URL,
      TELEGRAM_API_ROOT: botApi.root,
      LOG_LEVEL: 'silent',
      DATA_DIR: place.dataDir,
      SECRET_KEY,
      TZ: 'Europe/Madrid',
    }),
    // Threads work in real time: no backup is made, and Vigía runs once a day.
    backupKeep: 0,
    ...settings,
  }
  const delays = { ...createDelays(1, config.telegramBotRate), watch: DAY_MS }
  let server: Server | undefined
  const fetchBefore = globalThis.fetch
  vi.stubGlobal(
    'fetch',
    memoryFetch(URL, () => server),
  )
  open.defer(() => void vi.stubGlobal('fetch', fetchBefore))

  const start = () =>
    startApp(config, {
      log: createLog({ level: config.logLevel }),
      telegram: createTelegram({ apiRoot: botApi.root, connect: botApi.connect }),
      delays,
      connectSqlite: sqliteHere(time.worked),
      async listen(router) {
        const listening = createServer(router)
        server = listening
        return {
          port: config.port,
          async [Symbol.asyncDispose]() {
            listening.closeAllConnections()
            server = undefined
          },
        }
      },
      ...parts,
    })
  let app = await start()
  open.defer(() => stop(app, time))
  const held = open.move()
  return {
    get app() {
      return app
    },
    botApi: {
      ...botApi,
      /** Advances time until the predicate holds. */
      waitFor: (holds: Parameters<typeof botApi.waitFor>[0]) =>
        time.until('the double has seen it', () => holds(botApi.messages, botApi.requests)),
    },
    config,
    place,
    time,
    /** `expect.poll` that advances time between two looks. */
    poll: <T>(read: () => T | Promise<T>): Polled<T> =>
      expect.poll(looked(time, read), { interval: 0 }),
    url: URL,
    secretKey: SECRET_KEY,
    /** Ends the app as a signal does, and restarts it on the same data. */
    async restart(): Promise<void> {
      await stop(app, time)
      app = await start()
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function looked<T>(time: VirtualTime, read: () => T | Promise<T>): () => Promise<T> {
  let begun: number | undefined
  return async () => {
    if (begun === undefined) await time.settle()
    else await time.passSteps(time.now - begun < OFTEN_MS ? LOOK_OFTEN_MS : LOOK_LATER_MS)
    begun ??= time.now
    return await read()
  }
}

/** Advances time meanwhile, which requests in flight need in order to end. */
async function stop(app: App, time: VirtualTime): Promise<void> {
  let isStopped = false
  const stopped = Promise.resolve(app[Symbol.asyncDispose]()).finally(() => {
    isStopped = true
  })
  await time.until('the app has stopped', () => isStopped)
  await stopped
}
