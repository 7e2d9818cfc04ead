import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type Parts, startApp } from '#server/app.ts'
import type { Config } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { startBotApi } from './bot-api/bot-api.ts'
import { freePort } from './free-port.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Delays run this many times faster than in real life. */
export const PACE = 20

const OUTAGE_WINDOW_MS = (15 * 60_000) / PACE

/** A whole Pregonero on a free port and in a folder of its own, beside a Bot API double. */
export async function startTestApp(settings: Partial<Config> = {}, parts: Partial<Parts> = {}) {
  await using open = new AsyncDisposableStack()
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'pregonero-')))
  if (!settings.dataDir) open.defer(() => rm(dataDir, { recursive: true, force: true }))
  const botApi = open.use(await startBotApi({ speed: PACE }))
  const port = await freePort()
  const config: Config = {
    host: '127.0.0.1',
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    dataDir,
    delivery: 'telegram',
    telegramApiRoot: botApi.root,
    deliveryOutageWindow: OUTAGE_WINDOW_MS,
    webhookMaxBytes: 65_536,
    trustProxy: 0,
    registration: 'closed',
    logLevel: 'silent',
    secrets: { secretKey: undefined },
    ...settings,
  }
  const log = createLog({ level: config.logLevel })
  const app: App = open.use(await startApp(config, { log, delays: createDelays(PACE), ...parts }))
  const running = open.move()
  return {
    app,
    botApi,
    config,
    url: config.publicUrl,
    /** Lets the server end and start again on the same data. */
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
