import type { Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, startSignedIn, test } from './stage.ts'

test('the panel of a connection: what it is, and how it fares', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, { name: 'Oro', tags: ['metales'] })
  await trader.connect(botApi, { name: 'Plata' })
  await page.goto(`${url}/connections`)

  await test.step('opening it from its card selects it', async () => {
    await page.getByRole('article', { name: 'Oro' }).getByText('Ver Panel Específico').click()
    await expect(page).toHaveURL(`${url}/connections/${oro.id}/panel`)
    await expect(page.getByRole('heading', { name: 'Panel Específico: Oro' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Panel: Oro')
  })

  await test.step('its address leads there again', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Panel Específico: Oro' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Panel: Oro')
  })

  await test.step('its id stays hidden until it is asked for', async () => {
    const details = card(page, 'Detalles')
    await expect(details).toContainText('Activa')
    await expect(details).toContainText('metales')
    await expect(details).toContainText(oro.telegramBotTokenTail)
    await expect(page.getByText(oro.id)).toHaveCount(0)
    await details.getByRole('button', { name: 'Mostrar el identificador' }).click()
    await expect(details).toContainText(`/webhooks/${oro.id}`)
  })

  await test.step('figures and activity, as the alerts come', async () => {
    const activity = card(page, 'Actividad reciente')
    await expect(card(page, 'Estadísticas')).toContainText('aún no hay intentos')
    await expect(activity).toContainText('Aún no ha llegado ninguna alerta')
    for (let nth = 1; nth <= 8; nth += 1)
      await postAlert(oro.webhookUrl, { alert_name: `Cruce ${nth}`, symbol: 'XAUUSD' })
    await expect(activity.getByRole('listitem')).toHaveCount(7)
    await expect(activity.getByRole('listitem').first()).toContainText('Cruce 8')
    await expect(card(page, 'Estadísticas')).toContainText('8 de 8')
    await activity.getByRole('link', { name: /Cruce 5/ }).click()
    await expect(page.getByRole('dialog', { name: 'Cruce 5' })).toBeVisible()
  })
})

test('what can be done from the panel of a connection', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const { id, telegramChatId } = await trader.connect(botApi, { name: 'Oro' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${url}/connections/${id}/panel`)
  const actions = card(page, 'Acciones')
  const state = card(page, 'Detalles')

  await test.step('its JSON is generated, changed and copied', async () => {
    await actions.getByRole('button', { name: 'Generar JSON para TradingView' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generador de Payload JSON para TradingView' })
    const json = dialog.getByLabel('Mensaje de la alerta')
    await expect(json).toHaveValue(/"symbol": "\{\{ticker\}\}"/)
    const changed = (await json.inputValue()).replace('TU_VARIABLE_AQUI', 'Al cierre')
    await json.fill(changed)
    await dialog.getByRole('button', { name: 'Copiar JSON' }).click()
    await expect(page.getByText('¡JSON copiado al portapapeles!')).toBeVisible()
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      connectionId: id,
      notes: 'Al cierre',
    })
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('its test', async () => {
    await actions.getByRole('button', { name: 'Probar' }).click()
    await expect(state).toContainText('enviado a Oro.')
    botApi.addChat({ id: Number(telegramChatId), type: 'private', state: 'blocked' })
    await actions.getByRole('button', { name: 'Probar' }).click()
    await expect(state).toContainText('Error al enviar mensaje de prueba a "Oro".')
    await expect(state).toContainText('El usuario bloqueó el bot.')
  })

  await test.step('an edit and the switch', async () => {
    await actions.getByRole('button', { name: 'Editar' }).click()
    await page.getByLabel('Nombre de Conexión').fill('Oro H4')
    await page.getByRole('button', { name: 'Actualizar Conexión' }).click()
    await expect(page.getByRole('heading', { name: 'Panel Específico: Oro H4' })).toBeVisible()
    await state.getByRole('switch', { name: 'Activa' }).click()
    await expect(state.getByRole('switch', { name: 'Inactiva' })).not.toBeChecked()
  })

  await test.step('deleted, it is deselected, and the way leads to the others', async () => {
    await actions.getByRole('button', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirmar Eliminación de Conexión' })
    await expect(dialog).toContainText('también sus configuraciones de alerta TV')
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByText('Conexión eliminada.')).toBeVisible()
    await expect(page).toHaveURL(`${url}/connections`)
    await expect(page.getByText('Aún no hay conexiones')).toBeVisible()
    await expect(page.getByRole('banner')).not.toContainText('Panel:')
    await expect(page.getByText(/no encontrada/)).toHaveCount(0)
  })
})

test('an unknown connection leads to the known ones', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi, { name: 'Oro' })
  await page.goto(`${stage.url}/connections/nadie/panel`)
  await expect(page.getByText('Conexión con ID nadie no encontrada.')).toHaveCount(1)
  await expect(page).toHaveURL(`${stage.url}/connections`)
  await expect(page.getByRole('banner')).not.toContainText('Panel:')
})

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
