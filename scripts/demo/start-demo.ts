import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { Output } from '#server/base/output.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { openStore } from '#server/store/open-store.ts'
import { makeDemoFolder } from './demo-folder.ts'
import { createDemoTelegram } from './demo-telegram.ts'
import { fillStore } from './fill-store.ts'
import { startLiveTraffic } from './live-traffic.ts'
import { startPastRows } from './past-rows.ts'

export type Demo = AsyncDisposable & {
  url: string
  email: string
  password: string
  /** Path of a CSV file as TradingView exports it. */
  log: string
}

const account = { email: 'marta@olmedo.es', name: 'Marta Olmedo', password: 'pregonero-demo' }

/**
 * A Pregonero to look at, in a temporary folder that is removed with it: an account with twelve
 * weeks of alerts, and one more every few seconds. All traffic stays on the machine.
 * @throws StartError with one Spanish sentence when it can't start
 */
export async function startDemo({ port }: { port: number }): Promise<Demo> {
  await using open = new AsyncDisposableStack()
  const now = Date.now()
  const past = open.use(startPastRows(now))
  // Imported only now, so that the other thread works meanwhile.
  const { startApp } = await import('#server/app.ts')
  const { path } = open.use(await makeDemoFolder())
  const secretKey = randomBytes(32).toString('base64url')
  {
    await using store = await openStore({ dataDir: path })
    await fillStore({ db: store.db, secretBox: createSecretBox([secretKey]) }, account, past, now)
  }
  const log = join(path, 'registro-de-tradingview.csv')
  await writeFile(log, await past.log)
  const url = `http://127.0.0.1:${port}`
  // Ignores the environment variables of the user's own Pregonero.
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: path,
    SECRET_KEY: secretKey,
    DELIVERY: 'simulated',
    LOG_LEVEL: 'error',
  })
  const output = createLog({ level: config.logLevel, destination: new Output(process.stdout) })
  open.use(await startApp(config, { log: output, telegram: createDemoTelegram() }))
  open.use(startLiveTraffic(url))
  const running = open.move()
  return {
    url,
    email: account.email,
    password: account.password,
    log,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
