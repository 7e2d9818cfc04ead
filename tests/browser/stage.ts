import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { startChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'

/**
 * A Pregonero fresh from its first start, as `npm start` runs it, beside a Bot API double. The page
 * closes first, so that it does not complain of a server that is gone.
 */
export async function startStage(page: Page) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  const botApi = await startBotApi()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startChildServer({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TELEGRAM_API_ROOT: botApi.root,
  })
  await expect.poll(() => server.lines, 'the address for the first account').toHaveLength(2)
  return {
    url,
    botApi,
    /** The address that the start printed for the first account. */
    firstAccountUrl: server.lines[1]?.replace('Crea la primera cuenta en ', '') ?? '',
    async [Symbol.asyncDispose]() {
      await page.close()
      await server.kill()
      await botApi.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A Pregonero within this process, and somebody signed in on the page, which closes first. */
export async function startSignedIn(page: Page) {
  await using open = new AsyncDisposableStack()
  const app = open.use(await startTestApp())
  const trader = await signUp(app)
  open.defer(() => page.close())
  await page.context().addCookies(cookiesOf(trader.cookie, app.url))
  const running = open.move()
  return {
    url: app.url,
    botApi: app.botApi,
    db: app.app.db,
    trader,
    /** Somebody else. */
    signUp: (name: string) => signUp(app, name),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export const cookiesOf = (header: string, url: string) =>
  header.split('; ').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })

/** A test that also fails by what the browser complains of. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    await use(page)
    expect(complaints, 'complaints of the browser').toEqual([])
  },
})

export { expect }
