// @module-tag server
// @module-tag extended
// @module-tag process
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { openStore } from '#server/store/open-store.ts'
import { readSealed, sealedColumns } from '#server/store/rows/sealed-columns.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { type ChildServer, startChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { runRotateKey } from '../support/run-rotate-key.ts'
import { migratedPlace } from '../support/test-place.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)]

/** Two processes, of which at least one is running at any time. */
async function startProcesses() {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(await migratedPlace())
  if (!('databaseUrl' in place)) throw new Error('this is about PostgreSQL')
  const botApi = open.use(await startBotApi())
  const ports = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${ports[0]}`
  const env = (port: number, secretKey: string) => ({
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: place.databaseUrl,
    SECRET_KEY: secretKey,
    TELEGRAM_API_ROOT: botApi.root,
    LOG_LEVEL: 'silent',
  })
  const start = (port: number) => startChildServer(env(port, OLD))
  const running: ChildServer[] = await Promise.all(ports.map(start))
  open.defer(() => Promise.all(running.map(server => server.stop())).then(() => {}))
  const held = open.move()
  return {
    place,
    botApi,
    url,
    /** Sends the request to the `nth` process, or to the other while that one is down. */
    async ask<T>(nth: number, request: (origin: string) => Promise<T>): Promise<T> {
      for (let tries = 0; ; tries += 1)
        try {
          return await request(`http://127.0.0.1:${ports[(nth + tries) % 2]}`)
        } catch (error) {
          // A stopping process closes its connections.
          if (!(error instanceof TypeError) || tries > 20) throw error
          await pause(20)
        }
    },
    async restartUnder(secretKey: string): Promise<void> {
      for (const [nth, port] of ports.entries()) {
        await running[nth]?.stop()
        running[nth] = await startChildServer(env(port, secretKey))
      }
    },
    rotate: (secretKey: string) => runRotateKey(readConfig(env(1, secretKey))),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

it('changes the key of two processes under load without losing an alert or a session', async () => {
  const stage = await startProcesses()
  onTestFinished(() => stage[Symbol.asyncDispose]())
  const { place, botApi, url } = stage
  await using store = await openStore(place)
  const { db } = store
  const trader = await signUp({ app: { db }, url, secretKey: OLD })
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connections = [
    await trader.connect(botApi, { templateId }),
    await trader.connect(botApi, { templateId }),
  ]

  const browser = { cookie: trader.cookie }
  const posted: string[] = []
  let isOver = false
  async function visit(nth: number): Promise<void> {
    const response = await stage.ask(nth, origin =>
      fetch(`${origin}/api/profile`, { headers: browser }),
    )
    expect(response.status).toBe(200)
    const [set] = response.headers.getSetCookie()
    if (set) browser.cookie = set.split(';')[0] ?? ''
  }
  const traffic = (async () => {
    for (let nth = 0; !isOver; nth += 1) {
      const webhookUrl = connections[nth % 2]?.webhookUrl ?? ''
      const post = (origin: string) => postAlert(webhookUrl.replace(url, origin), { n: nth })
      // Resends after a 503, although the alert may have been stored.
      while ((await stage.ask(nth, post)).status !== 202) await pause(50)
      posted.push(String(nth))
      await visit(nth)
      await pause(50)
    }
  })()
  const changed = (async () => {
    await stage.restartUnder(`${OLD},${NEW}`)
    await stage.restartUnder(`${NEW},${OLD}`)
    expect(await stage.rotate(`${NEW},${OLD}`)).toMatch(/^Sellado de nuevo: 2 tokens/)
    await stage.restartUnder(NEW)
  })().finally(() => {
    isOver = true
  })
  await Promise.all([traffic, changed])

  const arrived = () => [...new Set(arrivedTexts(botApi))].toSorted()
  await botApi.waitFor(() => arrived().length >= posted.length)
  expect(arrived()).toEqual(posted.toSorted())
  // The outcome is written after the message has arrived.
  const statuses = async () => {
    const alerts = await db.selectFrom('alerts').select('status').execute()
    return new Set(alerts.map(({ status }) => status))
  }
  await expect.poll(statuses).toEqual(new Set(['success']))
  const box = createSecretBox([NEW])
  for (const column of sealedColumns)
    for (const { sealed } of await readSealed(db, column, '', 100))
      expect(() => box.decrypt(sealed)).not.toThrow()
})
