import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import { brokenFiles } from '../support/broken-files.ts'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const JSON_TYPE = 'application/json'

test('refuses every kind of broken file with its reason', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const { id: connectionId } = await trader.connect(botApi)
  await trader.api.tvConfigs.create({ name: 'Cruce', connectionId, templateFields: {} })
  const { exportedAt: _, ...before } = await trader.api.data.exportAll()
  const good = await trader.api.data.exportAll()
  await page.goto(`${url}/settings`)
  const button = page.getByRole('button', { name: 'Importar Configuraciones' })
  const shown = page.getByRole('button', { name: 'Archivo de configuraciones' })
  await expect(button).toBeDisabled()

  await test.step('refuses a missing file, a file that is not JSON, and a too large one', async () => {
    await button.click({ force: true })
    await expect(toast(page, 'Por favor, selecciona un archivo para importar.')).toBeVisible()
    await choose(page, { name: 'foto.png', mimeType: 'image/png', text: '{}' })
    await expect(toast(page, 'Por favor, selecciona un archivo JSON válido.')).toBeVisible()
    await choose(page, { text: ' '.repeat(MAX_IMPORT_BYTES + 1) })
    await expect(toast(page, 'El archivo pesa demasiado: como máximo 5 MB.')).toBeVisible()
    await expect(button).toBeDisabled()
    await choose(page, { name: 'mi copia.json', text: '{}' })
    await expect(shown).toContainText('mi copia.json')
    await expect(button).toBeEnabled()
  })

  await test.step('handles a file removed while it is read, and a file that is gone', async () => {
    await page.evaluate(() => {
      File.prototype.text = () => new Promise(() => {})
    })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: 'Quitar el archivo' }).click()
    await expect(button).toBeDisabled()
    await page.evaluate(() => {
      File.prototype.text = () => Promise.reject(new DOMException('', 'NotFoundError'))
    })
    await choose(page, { text: '{}' })
    await button.click()
    await expect(toast(page, 'Error al leer el archivo.')).toBeVisible()
    await page.evaluate(() => Reflect.deleteProperty(File.prototype, 'text'))
  })

  const files = brokenFiles(good)
  expect(files.length).toBeGreaterThan(25)
  for (const { what, text, problem } of shuffled(files))
    await test.step(what, async () => {
      await choose(page, { name: `${what}.json`, text })
      await button.click()
      await expect(toast(page, `Error al procesar el archivo: ${problem}`)).toBeVisible()
      await expect(button).toBeDisabled()
    })
  await expect(shown).toContainText('Elige un archivo .json')

  const { exportedAt: __, ...after } = await trader.api.data.exportAll()
  expect(after).toEqual(before)
})

test('restores everything from an exported file', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, { name: 'Oro' })
  const plata = await trader.connect(botApi, { name: 'Plata' })
  await trader.api.tvConfigs.create({ name: 'Cruce', connectionId: oro.id, templateFields: {} })
  await page.goto(`${url}/settings`)
  const dialog = page.getByRole('dialog', { name: 'Confirmar Importación' })
  const button = page.getByRole('button', { name: 'Importar Configuraciones' })
  let text = ''

  await test.step('warns of secrets in the export, and names it after the day', async () => {
    await expect(page.getByText('El archivo contiene los tokens de tus bots')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar Todas las Configuraciones (.json)' }).click()
    const download = await downloading
    await expect(toast(page, '¡Configuraciones exportadas exitosamente!')).toBeVisible()
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    expect(download.suggestedFilename()).toBe(`pregonero-${today}.json`)
    text = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ exportFormatVersion: 1, connections: [{}, {}] })
  })

  await trader.api.connections.update({ id: oro.id, name: 'Cambiada' })
  const nueva = await trader.connect(botApi, { name: 'Nueva' })
  botApi.fail({ chatId: nueva.telegramChatId }, { kind: 'flood', retryAfter: 1_200 })
  await postAlert(nueva.webhookUrl, { n: 1 })
  await trader.api.connections.remove({ id: plata.id })

  await test.step('counts gains and losses in the question, which Escape cancels', async () => {
    await choose(page, { name: 'copia.json', text })
    await button.press('Enter')
    await expect(dialog).toContainText(
      'Se reemplazarán TODAS las configuraciones actuales por las de copia.json. Esta acción no se puede deshacer.',
    )
    await expect(dialog.locator('dt')).toHaveText([
      'Conexiones',
      'Plantillas',
      'Configuraciones TV',
      'Widgets del panel',
    ])
    await expect(dialog.locator('dd')).toHaveText(['2', '10', '1', '6'])
    await expect(dialog).toContainText('1 alerta aún por enviar es de una conexión')
    await expect(dialog).toContainText('una dirección que ahora usa «Nueva»')
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeDisabled()
    await expect(button).toBeFocused()
    expect((await trader.api.connections.list()).map(({ name }) => name)).toContain('Nueva')
  })

  await test.step('replaces everything after Yes, on screen too', async () => {
    // A hand-written file may hold chat ids as numbers.
    const numbered = text.replaceAll(/("telegramChatId": ?)"(-?\d+)"/g, '$1$2')
    expect(numbered).not.toBe(text)
    await drop(page, { name: 'copia.json', text: numbered })
    await button.click()
    await dialog.getByRole('button', { name: 'Sí, Reemplazar Todo' }).click()
    await expect(toast(page, 'Datos importados correctamente.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(button).toBeDisabled()
    await page.getByRole('link', { name: 'Ir a Conexiones' }).click()
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(2)
    const address = page
      .getByRole('article', { name: 'Oro' })
      .getByRole('button', { name: /^URL del webhook/ })
    await expect(address).toHaveText(`${url}/webhooks/${oro.id.slice(0, 8)}…`)
    await address.focus()
    await expect(address).toHaveText(oro.webhookUrl)
    const reason = async () => (await trader.api.alerts.list({})).items[0]?.reason
    await expect.poll(reason).toBe('La conexión se eliminó.')
  })

  await test.step('replaces ids used by another account, and names their connections', async () => {
    const other = await stage.signUp('otra')
    const file = await trader.api.data.exportAll()
    await other.api.data.importAll({ ...file, connections: [], tradingViewAlertConfigs: [] })
    const theirs = await other.connect(botApi, { name: 'De otra' })
    await page.getByRole('link', { name: 'Configuración' }).click()
    await choose(page, {
      text: JSON.stringify({
        ...file,
        connections: file.connections.map((one, n) =>
          n ? { ...one, templateId: 'gone' } : { ...one, id: theirs.id },
        ),
        tradingViewAlertConfigs: file.tradingViewAlertConfigs.map(one => ({
          ...one,
          connectionId: 'gone',
        })),
      }),
    })
    await button.click()
    await expect(dialog).toContainText('1 configuración sin su conexión («Cruce»)')
    await expect(dialog).toContainText('1 conexión sin su plantilla («Plata»)')
    await expect(dialog).toContainText('El id de «Oro» ya lo usa otra cuenta')
    await dialog.getByRole('button', { name: 'Sí, Reemplazar Todo' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('note')).toContainText(
      'El id de «Oro» ya lo usa otra cuenta o es tan corto que se podría adivinar, así que tiene uno nuevo',
    )
  })
})

test('resets the account to its initial state after a typed word', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const connection = await trader.connect(botApi)
  botApi.fail({ chatId: connection.telegramChatId }, { kind: 'flood', retryAfter: 1_200 })
  await postAlert(connection.webhookUrl, { n: 1 })
  await page.goto(`${url}/settings`)
  const opener = page.getByRole('button', { name: 'Reiniciar Todo' })
  const dialog = page.getByRole('dialog', { name: 'Reiniciar Todo' })
  const word = dialog.getByLabel('Escribe REINICIAR para confirmar')

  await opener.press('Enter')
  await expect(word).toBeFocused()
  await expect(dialog).toContainText('Hay 1 alerta aún por enviar: ya no se enviará.')
  const also = dialog.getByRole('group', { name: 'También, si quieres' }).getByRole('checkbox')
  await expect(also).toHaveCount(2)
  for (const choice of await also.all()) await expect(choice).not.toBeChecked()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Escribe REINICIAR.')
  await expect(word).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(await trader.api.connections.list()).toHaveLength(1)

  await page.setViewportSize({ width: 390, height: 844 })
  await opener.press('Enter')
  await word.fill('rei')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
  await question.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expect(question).toBeHidden()
  await word.fill('reiniciar')
  await dialog.getByLabel('Los tokens de API').press('Space')
  const asked = page.waitForRequest('**/api/reset')
  await word.press('Enter')
  expect((await asked).postDataJSON()).toEqual({ tokens: true, factors: false })
  await expect(toast(page, 'Toda la configuración ha sido reiniciada.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect((await trader.api.alerts.list({})).total).toBe(0)
  await page.goto(`${url}/dashboard`)
  await expect(page.getByLabel('Token de Bot')).toBeVisible()
})

/** Separates items that are refused in the same words. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const half = Math.ceil(items.length / 2)
  return items.slice(0, half).flatMap((item, n) => [item, ...items.slice(half + n, half + n + 1)])
}

type Chosen = { name?: string; mimeType?: string; text: string }

const choose = (page: Page, { name = 'copia.json', mimeType = JSON_TYPE, text }: Chosen) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })

async function drop(page: Page, { name = '', text }: Chosen): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    file => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.text], file.name, { type: 'application/json' }))
      return transfer
    },
    { name, text },
  )
  await page.getByRole('region', { name: 'Importar' }).dispatchEvent('drop', { dataTransfer })
}

const toast = (page: Page, message: string) => page.getByRole('alert').filter({ hasText: message })
