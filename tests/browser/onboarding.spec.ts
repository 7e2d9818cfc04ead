import type { Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const CHAT = '-1001847362915'

test('leads from an empty account to the first message', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const bot = botApi.addBot()
  botApi.addChat({ id: Number(CHAT), type: 'supergroup', title: 'Señales BTC' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`${url}/`)

  await test.step('the first connection', async () => {
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(step(page)).toHaveText('1Conectar Telegram')
    await page.getByRole('button', { name: 'Lo escribo yo' }).click()
    await page.getByLabel('Nombre de Conexión').fill('BTC Scalping 5m')
    await page.getByLabel('ID de Chat', { exact: true }).fill(CHAT)
    await page.getByRole('button', { name: 'Guardar Conexión' }).click()
    await expect(page.getByText('Se requieren los siguientes campos: Token de Bot.')).toBeVisible()
    await page.getByLabel('Token de Bot', { exact: true }).fill(bot.token)
    await page.getByRole('link', { name: 'Plantillas', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Plantillas de Mensajes' })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Nombre de Conexión')).toHaveValue('BTC Scalping 5m')
    await page.getByRole('button', { name: 'Guardar Conexión' }).click()
    await expect(page.getByText('Conexión "BTC Scalping 5m" añadida.')).toBeVisible()
    await expect(step(page)).toHaveText('2Recibir alertas')
    await expect(page.getByRole('heading', { name: 'Pega estos dos datos' })).toBeFocused()
  })

  await test.step('stays at its step after a reload', async () => {
    await page.reload()
    await expect(step(page)).toHaveText('2Recibir alertas')
  })

  const [connection] = await trader.api.connections.list()
  const { id = '', webhookUrl = '' } = connection ?? {}
  const address = page.getByLabel('URL del Webhook')

  await test.step('hides the values to paste, but copies them in full', async () => {
    await expect(address).toHaveValue(`${url}/webhooks/${'•'.repeat(22)}`)
    await expect(page.getByText(id)).toHaveCount(0)
    await page.getByRole('button', { name: 'Copiar', exact: true }).click()
    await expect(page.getByText('¡URL del Webhook copiada al portapapeles!')).toBeVisible()
    expect(await clipboard()).toBe(webhookUrl)
    await page.getByRole('button', { name: 'Copiar JSON' }).click()
    await expect(page.getByText('¡JSON copiado al portapapeles!')).toBeVisible()
    expect(JSON.parse(await clipboard())).toMatchObject({ connectionId: id, symbol: '{{ticker}}' })
    await page.getByRole('button', { name: 'Mostrar el identificador' }).click()
    await expect(address).toHaveValue(webhookUrl)
    await expect(page.getByText(`"connectionId": "${id}"`)).toBeVisible()
    await page.getByRole('button', { name: 'Ocultar el identificador' }).click()
    await expect(address).not.toHaveValue(webhookUrl)
    await expect(page.getByText(id)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Ver la documentación' })).toHaveAttribute(
      'href',
      '/docs#tradingview',
    )
  })

  await test.step('warns of an address that TradingView cannot reach', async () => {
    await expect(page.getByRole('note')).toContainText('TradingView no puede llegar a 127.0.0.1')
    await expect(page.getByRole('note')).toContainText('PUBLIC_URL')
  })

  await test.step('follows the first alert to the chat', async () => {
    const { status } = firstAlert(page)
    await expect(status).toContainText('Esperando la primera alerta…')
    await expect(page.getByRole('timer')).toHaveText(/^\d:\d\d$/)
    await page.getByRole('button', { name: 'Enviar alerta de prueba' }).click()
    await expect(status).toContainText(
      /^Llegó y se entregó en [\d.]+\sm?s\. Pregonero llega hasta tu chat\.$/,
    )
    expect(botApi.messages).toMatchObject([
      { chatId: CHAT, text: expect.stringContaining('BTCUSDT · 94.312,50') },
    ])
  })

  await test.step('the dashboard', async () => {
    const noted = page.waitForRequest(request => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Entendido, llévame a mi Dashboard' }).click()
    expect((await noted).postDataJSON()).toEqual({ initialSetupComplete: true })
    const done = '¡Configuración inicial completada! Bienvenido a tu panel.'
    await expect(page.getByText(done)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Panel', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Panel', exact: true })).toBeVisible()
  })
})

test(
  'explains a failed first alert, and lets the connection be corrected',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { botApi, trader, url } = stage
    const bot = botApi.addBot()
    botApi.addChat({ id: Number(CHAT), type: 'supergroup', title: 'Señales BTC' })
    await page.goto(`${url}/dashboard`)
    await page.getByRole('button', { name: 'Lo escribo yo' }).click()
    await page.getByLabel('Nombre de Conexión').fill('Oro')
    await page.getByLabel('Token de Bot', { exact: true }).fill(bot.token)
    await page.getByLabel('ID de Chat', { exact: true }).fill('-1009999999999')
    await page.getByRole('button', { name: 'Guardar Conexión' }).click()
    const { status, card } = firstAlert(page)

    await page.getByRole('button', { name: 'Enviar alerta de prueba' }).click()
    await expect(status).toContainText('Llegó, pero no está en tu chat.')
    await expect(status).toContainText('El chat no existe o el bot no lo ve.')
    await card.getByRole('button', { name: 'Revisar la conexión' }).click()
    await expect(page.getByRole('heading', { name: 'Revisa tu conexión' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Atrás' }).click()
    await page.getByLabel('ID de Chat', { exact: true }).fill(CHAT)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(page.getByLabel('ID de Chat', { exact: true })).toHaveValue(CHAT)
    await page.getByRole('button', { name: 'Actualizar Conexión' }).click()
    await expect(page.getByText('Conexión "Oro" actualizada.')).toBeVisible()

    const [connection] = await trader.api.connections.list()
    await postAlert(connection?.webhookUrl ?? '', {
      ...{ alert_name: 'Ruptura', symbol: 'XAUUSD', side: 'buy', price: '2412.5' },
      ...{ exchange: 'OANDA', timeframe: '60' },
    })
    await expect(status).toContainText(/Llegó y se entregó en .* Todo funciona\.$/)
    await expect(card.getByRole('listitem')).toContainText('Ruptura')
  },
)

test('begins with the second step if there are connections', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  await trader.connect(botApi, { name: 'Oro' })
  const { noted } = await asNotSetUp(page)

  await page.goto(`${url}/dashboard`)
  await expect(step(page)).toHaveText('2Recibir alertas')
  await expect(page.getByText('«Oro» está lista.')).toBeVisible()
  expect(await noted).toEqual({ initialSetupComplete: true })
})

test('leads to the templates first if they are missing', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, url } = stage
  for (const { id } of await trader.api.templates.list()) await trader.api.templates.remove({ id })

  await page.goto(`${url}/dashboard`)
  await expect(page).toHaveURL(`${url}/templates`)
  await expect(page.getByText('Por favor, crea una plantilla primero.')).toHaveCount(1)
})

const step = (page: Page) =>
  page.getByRole('list', { name: 'Configuración inicial' }).locator('[aria-current=step]')

function firstAlert(page: Page) {
  const card = page.getByRole('region', { name: 'Primera alerta' })
  return { card, status: card.getByRole('status') }
}

/**
 * Reports the account as not set up, as if its connections came from elsewhere, until the browser
 * marks it as set up. @returns the browser's update
 */
async function asNotSetUp(page: Page): Promise<{ noted: Promise<unknown> }> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let isSetUp = false
  await page.route('**/api/profile', async route => {
    const request = route.request()
    if (request.method() === 'PATCH') {
      isSetUp = true
      resolve(request.postDataJSON())
    }
    if (isSetUp) return route.continue()
    const response = await route.fetch()
    const profile = await response.json()
    await route.fulfill({ response, json: { ...profile, initialSetupComplete: false } })
  })
  return { noted: promise }
}
