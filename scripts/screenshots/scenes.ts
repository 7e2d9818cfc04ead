import type { Page } from '@playwright/test'

export interface Scene {
  /** Of the file, before `-dark.webp` and `-light.webp`. */
  name: string
  device: 'desktop' | 'phone'
  path: string
  /** Brings to the front what is to be seen, and waits until it is there. */
  settle: (page: Page) => Promise<void>
}

export const scenes: readonly Scene[] = [
  { name: 'dashboard', device: 'desktop', path: '/dashboard', settle: dashboardStands },
  {
    name: 'connections',
    device: 'desktop',
    path: '/connections',
    settle: page => page.getByRole('article').nth(5).waitFor(),
  },
  {
    name: 'payload',
    device: 'desktop',
    path: '/connections',
    settle: async page => {
      await page.getByRole('button', { name: 'Generar JSON para TradingView' }).first().click()
      await page.getByRole('dialog').locator('.cm-content').waitFor()
    },
  },
  {
    name: 'template-editor',
    device: 'desktop',
    path: '/templates?search=Entrada',
    settle: async page => {
      await page.getByRole('button', { name: 'Editar' }).first().click()
      await page.getByRole('button', { name: 'Usar una alerta reciente' }).click()
      await page.getByRole('menuitem', { name: 'BTC Scalping 5m' }).first().click()
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    },
  },
  { name: 'history', device: 'desktop', path: '/alerts', settle: historyStands },
  {
    name: 'alert-detail',
    device: 'desktop',
    path: '/alerts?status=success',
    settle: async page => {
      await page
        .getByRole('button', { name: /^Ver detalle de/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Recorrido' }).waitFor()
    },
  },
  { name: 'phone-dashboard', device: 'phone', path: '/dashboard', settle: dashboardStands },
  {
    name: 'phone-history',
    device: 'phone',
    path: '/alerts',
    settle: page => page.getByRole('listitem').nth(5).waitFor(),
  },
]

async function dashboardStands(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Actividad' }).waitFor()
}

async function historyStands(page: Page): Promise<void> {
  await page.getByRole('row').nth(10).waitFor()
}
