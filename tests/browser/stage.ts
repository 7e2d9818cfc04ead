import { test as base, expect, type Page } from '@playwright/test'
import type { Config } from '#server/base/config.ts'
import { startChildServer } from '../support/child-server.ts'
import { startTestApp } from '../support/test-app.ts'
import { startTestServer } from '../support/test-server.ts'
import { signUp } from '../support/trader.ts'

/**
 * A Pregonero fresh from its first start, as `npm start` runs it, and a Bot API double. The page
 * closes first, so that it logs no error about a stopped server.
 */
export async function startStage(page: Page) {
  await using open = new AsyncDisposableStack()
  const stage = open.use(
    await startTestServer(env => startChildServer({ ...env, LOG_LEVEL: 'warn' })),
  )
  open.defer(() => closePage(page))
  const { lines } = stage.server
  await expect.poll(() => lines, 'the address for the first account').toHaveLength(2)
  const running = open.move()
  return {
    url: stage.url,
    botApi: stage.botApi,
    /** The address that the start printed for the first account. */
    firstAccountUrl: lines[1]?.replace('Crea la primera cuenta en ', '') ?? '',
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** A Pregonero within this process, and a user signed in on the page, which closes first. */
export async function startSignedIn(page: Page, settings: Partial<Config> = {}) {
  await using open = new AsyncDisposableStack()
  const app = open.use(await startTestApp(settings))
  const trader = await signUp(app)
  open.defer(() => closePage(page))
  await page.context().addCookies(cookiesOf(trader.cookie, app.url))
  const running = open.move()
  return {
    url: app.url,
    botApi: app.botApi,
    db: app.app.db,
    secretKey: app.secretKey,
    trader,
    /** Signs up another user. */
    signUp: (name: string) => signUp(app, name),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Closes the page even while a route handler of the test still holds a request. */
async function closePage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
}

export const cookiesOf = (header: string, url: string) =>
  header.split('; ').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })

/** Details of a test that `npm run test:all` runs and `npm test` leaves out. */
export const extended = { tag: '@extended' }

/** A test that also fails on errors and warnings of the browser. */
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
