import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'
import { expect, test } from './stage.ts'

/** Each screen, and what has to be done there before it is looked at. */
const screens: { path: string; open?: (page: Page) => Promise<void> }[] = [
  { path: '/dashboard' },
  { path: '/alerts' },
  {
    path: '/alerts',
    open: page => page.getByText('Cruce alcista').first().click(),
  },
  { path: '/connections' },
  {
    path: '/connections',
    open: page => page.getByRole('button', { name: 'Editar' }).first().click(),
  },
  {
    path: '/connections',
    open: page => page.getByRole('button', { name: 'Eliminar' }).first().click(),
  },
  { path: '/templates' },
  {
    path: '/templates',
    open: page => page.getByRole('button', { name: 'Editar' }).first().click(),
  },
  { path: '/tv-alert-generator' },
  { path: '/tags' },
  { path: '/error-log' },
  { path: '/settings' },
  { path: '/docs' },
  { path: '/login' },
]

const sizes = {
  'a desk': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
}

for (const theme of ['dark', 'light'])
  for (const [size, viewport] of Object.entries(sizes))
    test(`every screen can be used by everybody, ${theme}, on ${size}`, async ({ page }) => {
      await using stage = await startTestApp()
      const trader = await signUp(stage)
      // Before the server goes, or the page would complain of it.
      await using _page = { [Symbol.asyncDispose]: () => page.close() }
      await fill(stage, trader)
      await page.setViewportSize(viewport)
      await page.addInitScript(chosen => localStorage.setItem('theme', chosen), theme)

      const found: string[] = []
      for (const { path, open } of screens) {
        await page.context().clearCookies()
        if (path !== '/login') await page.context().addCookies(cookiesOf(trader.cookie, stage.url))
        await page.goto(`${stage.url}${path}`)
        await expect(page.getByRole('heading').first()).toBeVisible()
        if (open) {
          await open(page)
          await expect(page.getByRole('dialog')).toBeVisible()
        }
        const { violations } = await new AxeBuilder({ page }).analyze()
        const where = `${path}${open ? ', opened' : ''}`
        found.push(...violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0]?.html}`))
      }
      expect(found).toEqual([])
    })

type Stage = Awaited<ReturnType<typeof startTestApp>>

/** One connection in order, one in trouble, one switched off; alerts of each. */
async function fill({ botApi }: Stage, trader: Awaited<ReturnType<typeof signUp>>) {
  const alert = { symbol: 'BTCUSDT', side: 'buy', price: '1.10', alert_name: 'Cruce alcista' }
  const fine = await trader.connect(botApi, { name: 'Oro', tags: ['metales'] })
  const blocked = await trader.connect(botApi, { name: 'Plata' })
  const off = await trader.connect(botApi, { name: 'Cobre' })
  botApi.addChat({ id: Number(blocked.telegramChatId), type: 'private', state: 'blocked' })
  await trader.api.connections.update({ id: off.id, isActive: false })
  for (const { webhookUrl } of [fine, blocked, off]) await postAlert(webhookUrl, alert)
  await postAlert(fine.webhookUrl, '{"ticker":"ETHUSDT","rsi":NaN}')
  await botApi.waitFor((_messages, requests) => requests.length === 3)
}

const cookiesOf = (header: string, url: string) =>
  header.split('; ').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })
