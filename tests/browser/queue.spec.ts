import { test as bare, type Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test('lists the waiting alerts of an outage, and empties by itself', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const silver = await trader.connect(botApi, { name: 'Plata' })
  await page.goto(`${url}/alerts`)
  const { view, rows } = partsOf(page)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await expect(view).toHaveText('En espera')
  await view.click()
  await expect(page).toHaveURL(`${url}/alerts/queue`)
  await expect(page.getByText('Nada espera')).toBeVisible()

  const outage = botApi.fail({}, { kind: 'page', status: 502 })
  for (const { webhookUrl } of [gold, silver]) await postAlert(webhookUrl, { n: 1 })
  await expect(rows).toHaveText([/^Oro.*1 alerta/, /^Plata.*1 alerta/])
  await expect(rows.first()).toContainText(/Telegram no responde desde las \d\d:\d\d/)
  await expect(rows.first()).toContainText(/Si no vuelve antes, falla a las/)
  await expect(summaryOf(page).getByRole('status')).toContainText(/^Telegram no responde desde/)
  await postAlert(silver.webhookUrl, { n: 2 })
  await expect(rows.last()).toContainText('2 alertas')
  await expect(view).toHaveText('En espera (3)')

  await test.step('keeps the rows while a menu is open', async () => {
    const menu = page.getByRole('button', { name: 'Acciones de Plata' })
    await menu.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Pausar' })).toBeVisible()
    outage.lift()
    await expect(view).toHaveText('En espera')
    await expect(rows).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Nada espera')).toBeVisible()
  })
})

test('counts a flood wait down in the queue and in the detail', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { telegramChatId, webhookUrl, id } = await trader.connect(botApi, { name: 'Oro' })
  // At twenty times the pace it takes 55 s.
  botApi.fail({ chatId: telegramChatId, times: 1 }, { kind: 'flood', retryAfter: 1_100 })
  for (const nth of [1, 2, 3]) await postAlert(webhookUrl, { alert_name: `Cruce ${nth}` })
  await page.goto(`${url}/alerts/queue`)
  const { rows } = partsOf(page)
  await expect(rows).toContainText([/3 alertas.*Telegram pidió 55\ss de pausa · en \d\d\ss/])
  await expect(rows).toContainText([/Vacía en menos de 1\smin/])
  const width = async () => (await summaryOf(page).locator('dl').boundingBox())?.width
  await page.evaluate(() => document.fonts.ready)
  const widthBefore = await width()
  const left = async () => Number(/en (\d+)\ss/.exec((await rows.first().textContent()) ?? '')?.[1])
  const leftBefore = await left()
  await expect.poll(left).toBeLessThanOrEqual(leftBefore - 2)
  await expect(summaryOf(page).getByRole('status')).not.toContainText(/en \d/)
  // The countdown does not shift its neighbours.
  expect(await width()).toBe(widthBefore)

  await rows.getByRole('link', { name: 'Oro' }).click()
  await expect(page).toHaveURL(`${url}/alerts?connectionId=${id}&status=pending`)
  await page.getByRole('row', { name: /Cruce 3/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cruce 3' })
  await expect(dialog).toContainText(/¿Por qué espera\?.*Telegram pidió 55\ss de pausa · en/)
  await expect(dialog).toContainText(/3\.ª de 3 en este chat · sale en menos de 1\smin/)
  await dialog.getByRole('link', { name: 'Ver En espera' }).click()
  await expect(rows).toHaveCount(1)
})

test('holds paused alerts, and shows the pause on every screen', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const outage = botApi.fail({}, { kind: 'page', status: 502 })
  await postAlert(gold.webhookUrl, { n: 1 })
  await page.goto(`${url}/alerts/queue`)
  const { rows, view } = partsOf(page)
  const dots = page.getByRole('button', { name: 'Acciones de Oro' })
  const banner = page.getByRole('note').filter({ hasText: 'Todo está en pausa desde' })

  await test.step('pauses a chat by keyboard', async () => {
    await dots.press('Enter')
    await page.getByRole('menuitem', { name: 'Pausar' }).press('Enter')
    await expect(rows).toContainText([/En pausa desde las .*Caduca mañana a las/])
    await expect(dots).toBeFocused()
    await page.goto(`${url}/connections`)
    await expect(page.getByRole('article', { name: 'Oro' })).toContainText(
      /En pausa desde las .*1 alerta por enviar/,
    )
    await page.getByRole('link', { name: 'Ver En espera' }).click()
  })

  await test.step('resumes it, and its row goes once no alert waits', async () => {
    outage.lift()
    await trader.api.queue.drop({ before: new Date().toISOString() })
    await expect(rows).toContainText([/Nada espera.*En pausa desde/])
    await rows.getByRole('button', { name: 'Seguir' }).press('Enter')
    await expect(page.getByText('Lo que llega sale al momento')).toBeVisible()
    await expect(page.locator('main')).toBeFocused()
  })

  await test.step('pauses everything, which every screen shows', async () => {
    await page.getByRole('button', { name: 'Pausar todo' }).press('Enter')
    await expect(page.getByText('Nada espera por ahora.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Seguir' })).toBeFocused()
    await postAlert(gold.webhookUrl, { alert_name: 'En pausa' })
    await expect(summaryOf(page).getByRole('status')).toContainText('Todo está en pausa desde las')
    await expect(rows).toHaveCount(1)
    await expect(view).toHaveText('En espera (1)')
    await page.getByRole('link', { name: 'Historial', exact: true }).click()
    await expect(banner).toBeVisible()
    await page.getByRole('link', { name: 'Panel', exact: true }).click()
    await banner.getByRole('button', { name: 'Seguir' }).click()
    await expect(banner).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Panel', exact: true })).toBeFocused()
    await expect.poll(() => botApi.messages.length).toBe(1)
  })
})

test('drops old alerts after counting them', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url, db } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await trader.api.queue.pause({})
  for (const nth of [1, 2, 3]) await postAlert(webhookUrl, { alert_name: `Cruce ${nth}` })
  const twoHoursAgo = Date.now() - 2 * 3_600_000
  await db
    .updateTable('alerts')
    .set({ received_at: twoHoursAgo })
    .where('name', '=', 'Cruce 1')
    .execute()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/alerts/queue`)
  const { rows } = partsOf(page)
  await expect(rows).toContainText([/3 alertas.*hace 2\sh/])
  const dots = page.getByRole('button', { name: 'Acciones de Oro' })
  const dialog = page.getByRole('dialog', { name: 'Descartar lo que espera' })
  const drop = dialog.getByRole('button', { name: 'Descartar' })
  const ask = async () => {
    await dots.click()
    await page.getByRole('menuitem', { name: 'Descartar…' }).click()
  }
  const choose = async (option: RegExp) => {
    await dialog.getByRole('combobox', { name: 'De Oro' }).click()
    await page.getByRole('option', { name: option }).click()
  }

  await ask()
  await expect(dialog).toContainText(
    '3 alertas dejarán de esperar y quedarán en el historial como fallidas.',
  )
  await choose(/5 min/)
  await expect(dialog).toContainText('1 alerta dejará de esperar')
  await choose(/una hora…/)
  await dialog.getByLabel('Horas').fill('00')
  await expect(dialog.getByText(/^De (hoy|ayer)$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dots).toBeFocused()
  await ask()
  await choose(/1 h$/)
  await expect(dialog).toContainText('1 alerta dejará de esperar')
  await drop.click()
  await expect(page.getByText('1 alerta descartada.')).toBeVisible()
  await expect(rows).toContainText([/2 alertas/])
  await expect(dots).toBeFocused()

  await page.goto(`${url}/alerts?status=failed`)
  await page.getByText('Cruce 1').first().click()
  const detail = page.getByRole('dialog', { name: 'Cruce 1' })
  await expect(detail).toContainText('Descartada de la espera.')
  await detail.getByRole('button', { name: 'Reenviar' }).click()
  await expect(detail).toContainText('¿Por qué espera?')
})

test('pages through many chats', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const telegramBotToken = botApi.addBot().token
  const many = Array.from({ length: 26 }, (_, nth) => `Chat ${nth + 10}`)
  const made = await Promise.all(
    many.map(name => trader.connect(botApi, { name, telegramBotToken })),
  )
  const botId = telegramBotToken.split(':')[0]
  for (const { telegramChatId } of made)
    await trader.api.queue.pause({ laneId: `${botId}:${telegramChatId}` })
  await page.goto(`${url}/alerts/queue?page=9`)
  const { rows } = partsOf(page)
  await expect(page).toHaveURL(`${url}/alerts/queue?page=2`)
  await expect(page.getByText('Mostrando 26-26 de 26')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Página 1', exact: true }).click()
  await expect(rows).toHaveCount(25)
})

// The failures provoked here make the browser log errors.
bare('reports a server or a chat that is gone', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id, webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await trader.api.queue.pause({})
  await postAlert(webhookUrl, { alert_name: 'Cruce' })
  await page.route('**/api/queue?*', route => route.abort())
  await page.goto(`${url}/alerts/queue`)
  await expect(page.getByText('No se pudo cargar lo que espera')).toBeVisible()
  // Once connected, it does not retry by itself.
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await page.unroute('**/api/queue?*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(partsOf(page).rows).toHaveCount(1)

  await page.route('**/api/queue/resume', route => route.abort())
  const goOn = page.getByRole('button', { name: 'Seguir' })
  await goOn.click()
  await expect(page.getByText(/^Pregonero no responde/)).toBeVisible()
  await expect(goOn).toBeFocused()
  await page.unroute('**/api/queue/resume')
  await goOn.click()
  await page.getByRole('button', { name: 'Pausar todo' }).waitFor()

  await page.route('**/api/queue/alerts/*', route => route.abort())
  await trader.api.queue.pause({})
  await postAlert(webhookUrl, { alert_name: 'Otro' })
  await page.goto(`${url}/alerts?status=pending`)
  await page.getByRole('row', { name: /Otro/ }).click()
  await expect(page.getByRole('dialog')).toContainText('no se puede saber por qué espera')
  await page.goto(`${url}/alerts/queue`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  const laneId = (await trader.api.queue.list({})).items[0]?.id
  await trader.api.queue.resume({})
  await trader.api.queue.pause({ laneId })
  await expect(goOn).toHaveAccessibleDescription('Oro')

  await page.route('**/api/queue?*', route => route.abort())
  await trader.api.connections.remove({ id })
  await page.getByRole('button', { name: 'Acciones de Oro' }).click()
  await page.getByRole('menuitem', { name: 'Seguir' }).click()
  await expect(page.getByText('Eso ya no existe.')).toBeVisible()
})

const partsOf = (page: Page) => ({
  view: page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: 'En espera' }),
  rows: page.getByRole('list', { name: 'Chats' }).getByRole('listitem'),
})

const summaryOf = (page: Page) => page.getByRole('region', { name: 'Lo que espera' })
