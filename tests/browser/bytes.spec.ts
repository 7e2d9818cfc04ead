import type { Page } from '@playwright/test'
import { expect, extended, startSignedIn, test } from './stage.ts'

const KIB = 1_024
/** A screen is loaded once no data has come for this long. */
const QUIET_MS = 500
/**
 * Limits in KiB. With the requests repeated when the event stream opens (4 KiB on a quick machine) they are 180,
 * 300, 320 and 460.
 */
const mostOf = { login: 180, panel: 296, history: 316, editor: 456 }

test(
  'loads each screen within its limit of bytes into a cold browser',
  extended,
  async ({ page, browser }) => {
    await using stage = await startSignedIn(page)
    const { botApi, trader, url } = stage
    for (const name of ['BTC', 'ETH', 'Oro'])
      await trader.connect(botApi, { name, tags: ['cripto'] })
    const cookies = await page.context().cookies()

    /** KiB received until the screen is loaded, response headers included. */
    async function weigh(look: (page: Page) => Promise<void>, isSignedIn = true): Promise<number> {
      await using cold = await browser.newContext()
      if (isSignedIn) await cold.addCookies(cookies)
      // Blocked, because the requests repeated when it opens depend on how far the page is.
      await cold.route('**/api/events*', () => {})
      const fresh = await cold.newPage()
      const network = await cold.newCDPSession(fresh)
      await network.send('Network.enable')
      let bytes = 0
      network.on('Network.dataReceived', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      network.on('Network.responseReceived', ({ response }) => {
        bytes += response.encodedDataLength
      })
      await look(fresh)
      let before = -1
      while (before !== bytes) {
        before = bytes
        await fresh.waitForTimeout(QUIET_MS)
      }
      return Math.round(bytes / KIB)
    }

    const open = (path: string, heading: string) => async (fresh: Page) => {
      await fresh.goto(`${url}${path}`)
      await expect(fresh.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    }
    const weighed = {
      login: await weigh(open('/login', 'Pregonero'), false),
      panel: await weigh(open('/dashboard', 'Panel')),
      history: await weigh(open('/alerts', 'Historial de Alertas')),
      editor: await weigh(async fresh => {
        await open('/templates', 'Plantillas')(fresh)
        await fresh.getByRole('button', { name: 'Editar' }).first().click()
        await expect(fresh.getByRole('dialog').locator('.cm-content').first()).toBeVisible()
      }),
    }
    for (const [screen, most] of Object.entries(mostOf))
      expect
        .soft(weighed[screen as keyof typeof mostOf], `KiB of ${screen}`)
        .toBeLessThanOrEqual(most)
  },
)
