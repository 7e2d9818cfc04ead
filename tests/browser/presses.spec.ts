import type { Locator } from '@playwright/test'
import { rewrite } from './rewrite.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test('acts once on two presses, and moves the focus on deletion', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  for (const [name, tag] of [
    ['Cobre', 'alfa'],
    ['Oro', 'beta'],
    ['Plata', 'gamma'],
  ] as const)
    await trader.connect(botApi, { name, tags: [tag] })
  const deletionOf = (place: Locator) => place.getByRole('button', { name: 'Eliminar' })
  const confirm = async (place: Locator) => {
    await deletionOf(place).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const card = (name: string) => page.getByRole('article', { name })
  const tag = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  await test.step('a test message', async () => {
    await page.goto(`${url}/connections`)
    const before = botApi.messages.length
    await twice(card('Oro').getByRole('button', { name: 'Probar' }))
    await expect(page.getByText('enviado a Oro.').first()).toBeVisible()
    await expect(page.getByText('Ya hay una prueba en marcha')).toHaveCount(0)
    expect(botApi.messages.length).toBe(before + 1)
  })

  await test.step('a creation', async () => {
    await page.goto(`${url}/templates`)
    await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre').fill('Una sola')
    await rewrite(dialog.getByRole('textbox', { name: 'Contenido' }), '{{symbol}}')
    await twice(dialog.getByRole('button', { name: 'Guardar Plantilla' }))
    await expect(dialog).toBeHidden()
    const names = (await trader.api.templates.list()).map(({ name }) => name)
    expect(names.filter(name => name === 'Una sola')).toHaveLength(1)
  })

  await test.step('gives the focus back to a button that was busy', async () => {
    await page.goto(`${url}/connections`)
    const button = card('Oro').getByRole('button', { name: 'Probar' })
    await button.press('Enter')
    await expect(card('Oro')).toContainText('Mensaje de prueba')
    await expect(button).toBeEnabled()
    await expect(button).toBeFocused()
  })

  await test.step('moves the focus from a deleted card to its neighbour', async () => {
    await page.goto(`${url}/connections`)
    await confirm(card('Oro'))
    await expect(deletionOf(card('Plata'))).toBeFocused()
    await confirm(card('Plata'))
    await expect(deletionOf(card('Cobre'))).toBeFocused()
  })

  await test.step('moves it from a deleted tag likewise, from the last one to the heading', async () => {
    await trader.connect(botApi, { name: 'Níquel', tags: ['omicron'] })
    await page.goto(`${url}/tags`)
    await confirm(tag('alfa'))
    await expect(deletionOf(tag('omicron'))).toBeFocused()
    await confirm(tag('omicron'))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('shows the loader in the middle of a busy button', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/settings/security`)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/tokens', async route => {
    if (route.request().method() === 'POST') await held.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Crear token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Token de API' })
  await dialog.getByLabel('Para qué es').fill('Copia')
  const button = dialog.locator('[type="submit"]')
  await button.press('Enter')
  await expect(button).toHaveAttribute('data-loading', 'true')
  await expect(async () => {
    const [outer, inner] = await Promise.all([middleOf(button), middleOf(button.locator(LOADER))])
    expect(Math.abs(outer.x - inner.x)).toBeLessThan(2)
    expect(Math.abs(outer.y - inner.y)).toBeLessThan(2)
  }).toPass()
  held.resolve()
  await expect(dialog).toBeHidden()
})

const LOADER = '.mantine-Button-loader'

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Clicks twice before the page can react to the first click. */
const twice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
