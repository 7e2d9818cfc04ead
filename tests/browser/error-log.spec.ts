import { test as bare, type Page } from '@playwright/test'
import type { Database } from '#server/store/engine/schema.ts'
import { DAY_MS } from '#shared/limits.ts'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test('logs, finds, explains and clears errors', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, db, trader, url } = stage
  await page.goto(`${url}/error-log`)

  await test.step('hides search and clearing while the log is empty', async () => {
    await expect(page.getByText('El registro está vacío')).toBeVisible()
    await expect(page.getByLabel('Buscar en el registro')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Limpiar Todo' })).toBeHidden()
  })

  const gold = await trader.connect(botApi, { name: 'Oro Ñandú' })
  const lost = await trader.connect(botApi, { name: 'BTC', telegramChatId: '999000111' })

  await test.step('adds entries live, newest first, and counts repeats', async () => {
    await postAlert(gold.webhookUrl, 'y'.repeat(65_537))
    await postAlert(gold.webhookUrl, '')
    await postAlert(gold.webhookUrl, '')
    await postAlert(gold.webhookUrl, '{"symbol":"ETHUSDT","rsi":NaN}')
    await expect(rows(page)).toHaveText([
      /^Webhook\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\dEl mensaje de «Oro Ñandú» no era JSON válido/,
      /^Webhook2 veces.*Llegó un mensaje vacío/,
      /^WebhookCrítico.*demasiado grande/,
    ])
    await postAlert(lost.webhookUrl, { alert_name: 'Cruce' })
    await expect(rows(page).first()).toHaveText(
      /^TelegramCrítico.*Envío para «Cruce»: Fallo definitivo/,
    )
    await expect(page.getByText('4 entradas', { exact: true })).toBeVisible()
    expect((await page.getByRole('list', { name: 'Entradas' }).boundingBox())?.width).toBe(1014)
  })

  await test.step('unfolds details by keyboard, and leads to the alert', async () => {
    const row = rows(page).first()
    await expect(row.locator('pre')).toBeHidden()
    await row.locator('summary').press('Enter')
    await expect(row.locator('pre')).toContainText(
      `"connectionId": "${lost.id.slice(0, 8)}…",\n  "alertId": "`,
    )
    await row.getByRole('link', { name: 'Ver la alerta' }).click()
    await expect(page).toHaveURL(/\/alerts#/)
    await expect(page.getByRole('dialog')).toContainText('Cruce')
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await rows(page).nth(2).locator('summary').click()
    await expect(rows(page).nth(2).locator('pre')).toContainText('"body": ""')
    await expect(rows(page).nth(2).getByRole('link')).toHaveCount(0)
  })

  await test.step('keeps search, criticality and order in the address', async () => {
    const search = page.getByLabel('Buscar en el registro')
    await search.fill('ñandu')
    await expect(rows(page)).toHaveCount(3)
    await expect(page).toHaveURL(`${url}/error-log?search=%C3%B1andu`)
    await choose(page, 'Criticidad', 'Críticas')
    await expect(rows(page)).toHaveText([/demasiado grande/])
    await choose(page, 'Criticidad', 'No Críticas')
    await choose(page, 'Orden', 'Más antiguas')
    await expect(rows(page)).toHaveText([/vacío/, /se reparó/])
    await expect(page).toHaveURL(/critical=no&sort=timestamp-asc/)
    await search.fill('TELEGRAM')
    await expect(page.getByText('Ninguna entrada coincide')).toBeVisible()
    // Text that is not in the address yet is dropped as well.
    await search.press('x')
    await page.goBack()
    await expect(search).toHaveValue('ñandu')
    await expect(rows(page)).toHaveText([/se reparó/, /vacío/])
    await page.reload()
    await expect(rows(page)).toHaveText([/se reparó/, /vacío/])
    await expect(search).toHaveValue('ñandu')
    await search.fill('TELEGRAM')
    await page.getByRole('button', { name: 'Limpiar', exact: true }).press('Enter')
    await expect(rows(page)).toHaveCount(4)
    await expect(search).toHaveValue('')
    await expect(search).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Criticidad' })).toHaveValue('Todas')
    await expect(page).toHaveURL(`${url}/error-log`)
  })

  await test.step('pages of 25', async () => {
    await repeatOld(db, 26)
    await postAlert(gold.webhookUrl, '')
    await expect(page.getByText('Mostrando 1-25 de 30')).toBeVisible()
    await page.getByRole('button', { name: 'Página 2' }).click()
    await expect(page.getByText('Mostrando 26-30 de 30')).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
    await choose(page, 'Criticidad', 'Críticas')
    await expect(page).not.toHaveURL(/page=/)
    await page.goto(`${url}/error-log?page=9`)
    await expect(page.getByText('Mostrando 26-30 de 30')).toBeVisible()
  })

  await test.step('clears old entries after a question', async () => {
    const purge = page.getByRole('button', { name: 'Limpiar Antiguos (+30 días)' })
    await purge.click()
    const question = page.getByRole('dialog', { name: 'Limpiar Entradas Antiguas' })
    await expect(question).toContainText('de hace más de 30 días')
    await question.getByRole('button', { name: 'Limpiar Antiguos' }).click()
    await expect(page.getByText('Registro de errores depurado.')).toBeVisible()
    await expect(rows(page)).toHaveCount(4)
    await expect(purge).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Limpiar Antiguos' }).press('Enter')
    await expect(page.getByText('No había entradas que borrar.')).toBeVisible()
  })

  await test.step('clears all entries after a question', async () => {
    await choose(page, 'Criticidad', 'Críticas')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Limpiar Todo el Registro' }).click()
    const question = page.getByRole('dialog', { name: 'Limpiar Todo el Registro' })
    await expect(question).toContainText('también las que un filtro no muestra')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Limpiar Todo el Registro' }).click()
    await question.getByRole('button', { name: 'Limpiar Todo' }).click()
    await expect(page.getByText('Registro de errores limpiado.')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
    await expect(page.getByText('El registro está vacío')).toBeVisible()
  })
})

// The failures provoked here make the browser log errors.
bare('fits a phone, and recovers when the server fails', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  const list = '**/api/error-logs?*'
  await page.route(list, route => route.fulfill({ status: 400, json: {} }))
  await page.goto(`${url}/error-log`)
  await expect(page.getByText('No se pudo cargar el registro')).toBeVisible()
  // Once connected, it does not retry by itself.
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('El registro está vacío')).toBeVisible()

  const { webhookUrl } = await trader.connect(botApi)
  await postAlert(webhookUrl, 'y'.repeat(65_537))
  await expect(rows(page)).toHaveText([/Webhook\s*Crítico/])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)

  const asked = Promise.withResolvers<void>()
  await page.route('**/api/error-logs/clear', async route => {
    await asked.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Limpiar Todo el Registro' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Limpiar Todo' }).press('Enter')
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(cancel).toBeFocused()
  asked.resolve()
  await expect(page.getByText(/^Pregonero no responde/)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
})

const rows = (page: Page) => page.getByRole('list', { name: 'Entradas' }).getByRole('listitem')

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Inserts copies of one entry, dated 31 days ago. */
async function repeatOld(db: Database, times: number) {
  const row = await db.selectFrom('error_logs').selectAll().executeTakeFirstOrThrow()
  const timestamp = Date.now() - 31 * DAY_MS
  const again = Array.from({ length: times }, (_, index) => ({
    ...row,
    id: `old ${index}`,
    timestamp,
  }))
  await db.insertInto('error_logs').values(again).execute()
}
