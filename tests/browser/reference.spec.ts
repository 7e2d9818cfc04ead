import type { Page } from '@playwright/test'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { violationsOn } from './violations.ts'

/** The most frequent English words of the viewer itself. */
const ENGLISH =
  /\b(Try it out|Execute|Cancel|Clear|Parameters|Request|Response|Responses|Description|Name|Media type|Example Value|Schema|No links|Servers|required|Default value|Available values|Collapse|Expand|Copy|Download)\b/

test('shows and tries the API without requests to other hosts', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const foreign: string[] = []
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== stage.url) foreign.push(request.url())
  })

  await test.step('opens from the documentation', async () => {
    await page.goto(`${stage.url}/docs`)
    await page.getByRole('link', { name: 'referencia de la API' }).click()
    await expect(page).toHaveURL(`${stage.url}/api/reference`)
    await expect(page).toHaveTitle('API de Pregonero')
    await expect(page.getByRole('heading', { name: /^Conexiones/ })).toBeVisible()
  })

  await test.step('makes a call with the browser’s session', async () => {
    const create = callOf(page, 'templates.create')
    await create.getByRole('button', { name: /^post/ }).click()
    await create.getByRole('button', { name: 'Probar' }).click()
    await expect(create.getByRole('textbox')).toHaveValue(/"name": "Breve"/)
    await create.getByRole('button', { name: 'Enviar' }).click()
    await expect(create.getByText('Lo que respondió el servidor')).toBeVisible()
    const made = (await stage.trader.api.templates.list()).find(({ name }) => name === 'Breve')
    await expect(create.locator('.live-responses-table')).toContainText(made?.id ?? 'nothing')
  })

  await test.step('describes parameters and schemas in Spanish', async () => {
    const list = callOf(page, 'alerts.list')
    await list.getByRole('button', { name: /^get/ }).click()
    await list.getByRole('tab', { name: 'Esquema' }).first().click()
    await expect(list.getByText('Hasta ese instante, sin incluirlo')).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(ENGLISH)
  })

  await test.step('has enough contrast in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(stored => localStorage.setItem('theme', stored), theme)
      await page.goto(`${stage.url}/api/reference`)
      await expect(page.getByRole('heading', { name: /^Conexiones/ })).toBeVisible()
      const create = callOf(page, 'templates.create')
      await create.getByRole('button', { name: /^post/ }).click()
      await create.getByRole('button', { name: 'Probar' }).click()
      await create.getByRole('button', { name: 'Enviar' }).click()
      await expect(create.getByText('Lo que respondió el servidor')).toBeVisible()
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background).toBe(theme === 'light' ? 'rgb(244, 246, 248)' : 'rgb(11, 14, 19)')
      expect(await violationsOn(page, { runOnly: ['color-contrast'] }), theme).toEqual([])
    }
  })

  await test.step('fits the width of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await callOf(page, 'alerts.list').getByRole('button', { name: /^get/ }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
  expect(foreign).toEqual([])
})

/** Section of a call: its id ends in the call's name, with the dot escaped. */
const callOf = (page: Page, name: string) =>
  page.locator(`.opblock[id$="-${name.replace('.', String.raw`\\.`)}"]`)
