import type { Page } from '@playwright/test'

export interface Scene {
  /** Name of the file, before `-dark.webp` and `-light.webp`. */
  name: string
  device: 'desktop' | 'phone'
  path: string
  /** Brings the subject to the front, and waits until it is there. */
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
      await page.getByText('Con valores de muestra').waitFor()
    },
  },
  {
    name: 'template-editor',
    device: 'desktop',
    path: '/templates?search=Entrada',
    settle: async page => {
      await page.getByRole('button', { name: 'Editar' }).first().click()
      await page.getByText(/^Con una alerta de BTC Scalping 5m/).waitFor()
      await page.getByText(/quedaría/).waitFor()
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
  {
    name: 'keys',
    device: 'desktop',
    path: '/alerts',
    settle: async page => {
      await historyStands(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
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
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null)
}

async function historyStands(page: Page): Promise<void> {
  await page.getByRole('row').nth(10).waitFor()
}
