import { test as bare, type Locator, type Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { rewrite } from './rewrite.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test('shows the details, figures and activity of a connection', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, {
    name: 'Oro',
    description: 'Rupturas en H1',
    tags: ['metales'],
  })
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
    await expect(details.getByRole('definition')).toHaveText([
      'Oro',
      `${oro.id.slice(0, 8)}…`,
      `••••••••${oro.telegramBotTokenTail}`,
      oro.telegramChatId,
      'Señal Básica de TradingViewdefault-',
      'Rupturas en H1',
      'metales',
      `${url}/webhooks/${oro.id.slice(0, 8)}…`,
    ])
    await expect(page.getByText(oro.id)).toHaveCount(0)
    await details.getByRole('button', { name: 'Mostrar el ID y la URL del webhook' }).click()
    await expect(details).toContainText(`/webhooks/${oro.id}`)
  })

  await test.step('updates figures and activity as alerts come', async () => {
    const activity = card(page, 'Actividad reciente')
    const figures = card(page, 'Estadísticas').getByRole('definition')
    const left = await card(page, 'Acciones').boundingBox()
    const right = await card(page, 'Estadísticas').boundingBox()
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
    await expect(figures.nth(6)).toHaveText('N/A')
    await expect(figures.nth(7)).toHaveText('sin envíos todavía')
    await expect(activity).toContainText('Aún no ha llegado ninguna alerta')
    for (let nth = 1; nth <= 8; nth += 1)
      await postAlert(oro.webhookUrl, { alert_name: `Cruce ${nth}`, symbol: 'XAUUSD' })
    await expect(activity.getByRole('listitem')).toHaveCount(7)
    await expect(activity.getByRole('listitem').first()).toContainText('Cruce 8')
    await expect(figures).toHaveText([
      '8',
      'en total',
      '8',
      'llegaron al chat',
      '0',
      'no llegaron',
      /^100\s%$/,
      '8 de 8',
      /ms/,
      /ms/,
    ])
    await expect(card(page, 'Tendencia de alertas')).toContainText('Éxito 8Fallo 0')
    await activity.getByRole('link', { name: /Cruce 5/ }).click()
    await expect(page.getByRole('dialog', { name: 'Cruce 5' })).toBeVisible()
  })
})

test('generates JSON, tests, edits and deletes from the panel', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const { id, telegramChatId, webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${url}/connections/${id}/panel`)
  const actions = card(page, 'Acciones')
  const state = card(page, 'Detalles')

  await test.step('its JSON is generated, changed and copied', async () => {
    await actions.getByRole('button', { name: 'Generar JSON para TradingView' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generador de Payload JSON para TradingView' })
    const json = dialog.getByRole('textbox', { name: 'Mensaje de la alerta' })
    await expect(json).toContainText('"symbol": "{{ticker}}"')
    const { height } = (await json.locator('..').boundingBox()) ?? {}
    await rewrite(json, `{"connectionId": "${id}", "notes": "Al cierre"${'\n'.repeat(60)}}`)
    await expect(json).toContainText('"notes": "Al cierre"')
    expect((await json.locator('..').boundingBox())?.height).toBe(height)
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(1136)
    await expect(dialog.getByRole('button', { name: /^(Copiar JSON|Cerrar)$/ })).toHaveText([
      '',
      'Copiar JSON',
      'Cerrar',
    ])
    await dialog.getByRole('button', { name: 'Copiar JSON' }).click()
    await expect(page.getByText('¡JSON copiado al portapapeles!')).toBeVisible()
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
      connectionId: id,
      notes: 'Al cierre',
    })
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('its id and its address are copied', async () => {
    await state.getByRole('button', { name: 'Copiar ID' }).click()
    await expect(page.getByText('¡ID de Conexión copiado al portapapeles!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
    await state.getByRole('button', { name: 'Copiar URL' }).click()
    await expect(page.getByText('¡URL del Webhook copiada al portapapeles!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(webhookUrl)
    await state.getByRole('button', { name: 'Mostrar el ID y la URL del webhook' }).click()
    const address = state.getByText(webhookUrl, { exact: true })
    expect(await address.evaluate(it => it.getClientRects().length)).toBe(1)
    expect(await address.evaluate(it => [it.scrollWidth, it.textContent])).toEqual([
      await address.evaluate(it => it.clientWidth),
      webhookUrl,
    ])
    const size = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(state.getByText(id, { exact: true })).toBeInViewport({ ratio: 1 })
    for (const copy of ['Copiar ID', 'Copiar URL'])
      await expect(state.getByRole('button', { name: copy })).toBeInViewport({ ratio: 1 })
    if (size) await page.setViewportSize(size)
  })

  await test.step('its test', async () => {
    await actions.getByRole('button', { name: 'Probar' }).click()
    await expect(state).toContainText('enviado a Oro.')
    botApi.addChat({ id: Number(telegramChatId), type: 'private', state: 'blocked' })
    await actions.getByRole('button', { name: 'Probar' }).click()
    const failed = 'Error al enviar mensaje de prueba a "Oro".'
    await expect(state).toContainText(failed)
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    await expect(state).toContainText('El usuario bloqueó el bot.')
  })

  await test.step('a test without a template', async () => {
    const message = 'Error de prueba: Plantilla no encontrada (ID: gone) para conexión "Oro".'
    const answer = { ok: false, message, reason: null }
    await page.route('**/api/connections/*/test', route => route.fulfill({ json: answer }))
    await actions.getByRole('button', { name: 'Probar' }).click()
    await expect(state).toContainText(message)
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  })

  await test.step('an edit and the switch', async () => {
    await actions.getByRole('button', { name: 'Editar' }).click()
    const form = page.getByRole('dialog')
    await expect.poll(async () => (await form.boundingBox())?.width).toBe(780)
    await page.getByLabel('Nombre de Conexión').fill('Oro H4')
    await page.getByRole('button', { name: 'Actualizar Conexión' }).click()
    await expect(page.getByRole('heading', { name: 'Panel Específico: Oro H4' })).toBeVisible()
    await state.getByRole('switch', { name: 'Activa' }).click()
    await expect(state.getByRole('switch', { name: 'Inactiva' })).not.toBeChecked()
  })

  await test.step('deletes it, clears the selection and leads to the list', async () => {
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

test('hides the result of a test by itself: the toast after 5 s, the card after 7 s', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const { id } = await stage.trader.connect(stage.botApi, { name: 'Oro' })
  await page.clock.install()
  await page.goto(`${stage.url}/connections/${id}/panel`)
  const said = 'Mensaje de prueba (plantilla "Señal Básica de TradingView") enviado a Oro.'
  const toast = page.getByRole('alert').filter({ hasText: said })
  const state = card(page, 'Detalles').getByText(said)
  const probe = page.getByRole('button', { name: 'Probar' })
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)

  await test.step('shows the toast at the top right', async () => {
    await probe.click()
    await ticksUntilShown(state)
    await expect(toast).toBeInViewport({ ratio: 1 })
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    const place = await toast.boundingBox()
    expect(place?.x).toBeGreaterThan(width / 2)
    expect(place?.y).toBeLessThan(height / 2)
  })

  await test.step('hides each after its time', async () => {
    await page.clock.runFor(4_900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast).toBeHidden()
    await page.clock.runFor(1_800)
    await expect(state).toBeVisible()
    await page.clock.runFor(200)
    await expect(state).toBeHidden()
  })

  await test.step('the toast can be dismissed', async () => {
    await probe.click()
    await ticksUntilShown(state)
    await toast.getByRole('button', { name: 'Cerrar aviso' }).click()
    await page.clock.runFor(1_000)
    await expect(toast).toBeHidden()
    await expect(state).toBeVisible()
  })
})

/**
 * Waits until an element that follows an answer is shown, while the page's clock is paused: answers take
 * real time, and reach the screen by timers of 0 ms.
 */
async function ticksUntilShown(what: Locator): Promise<void> {
  const shows = async () => {
    await what.page().clock.runFor(1)
    return what.isVisible()
  }
  await expect.poll(shows).toBe(true)
}

// The failures provoked here make the browser log errors.
bare('reports a failure to copy', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { id } = await stage.trader.connect(stage.botApi)
  await page.goto(`${stage.url}/connections/${id}/panel`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copiar ID' }).click()
  await expect(page.getByText('Error al copiar ID de Conexión. Revisa la consola.')).toBeVisible()
  await page.getByRole('button', { name: 'Copiar URL' }).click()
  await expect(page.getByText('Error al copiar URL. Revisa la consola.')).toBeVisible()
  await page.getByRole('button', { name: 'Generar JSON para TradingView' }).click()
  await page.getByRole('button', { name: 'Copiar JSON' }).click()
  await expect(page.getByText('Error al copiar JSON. Revisa la consola.')).toBeVisible()
})

test('leads from an unknown connection to the list', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi, { name: 'Oro' })
  await page.goto(`${stage.url}/connections/nadie/panel`)
  await expect(page.getByText('Conexión con ID nadie no encontrada.')).toHaveCount(1)
  await expect(page).toHaveURL(`${stage.url}/connections`)
  await expect(page.getByRole('banner')).not.toContainText('Panel:')
})

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
