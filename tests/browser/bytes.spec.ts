import type { Page } from '@playwright/test'
import { expect, extended, startSignedIn, test } from './stage.ts'

const KIB = 1_024
/** A screen has come when nothing did for so long. */
const QUIET_MS = 500
/**
 * KiB. Together with what is asked again when the event stream opens, 4 of them on a quick machine, these are 180,
 * 300, 320 and 460.
 */
const mostOf = { login: 180, panel: 296, history: 316, editor: 456 }

test(
  'a cold browser gets no more than each screen may weigh',
  extended,
  async ({ page, browser }) => {
    await using stage = await startSignedIn(page)
    const { botApi, trader, url } = stage
    for (const name of ['BTC', 'ETH', 'Oro'])
      await trader.connect(botApi, { name, tags: ['cripto'] })
    const cookies = await page.context().cookies()

    /** KiB that came, answers and their heads, until the screen stands. */
    async function weigh(look: (page: Page) => Promise<void>, isSignedIn = true): Promise<number> {
      await using cold = await browser.newContext()
      if (isSignedIn) await cold.addCookies(cookies)
      // How much is asked again when it opens depends on how far the page is by then.
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
