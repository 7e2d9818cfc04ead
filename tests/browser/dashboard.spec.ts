import type { Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, startSignedIn, test } from './stage.ts'

const REFUSAL = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const

test('the dashboard counts what came, and goes on counting by itself', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, { name: 'Oro' })
  const plata = await trader.connect(botApi, { name: 'Plata' })
  await postAlert(oro.webhookUrl, { alert_name: 'Primera' })
  await postAlert(plata.webhookUrl, { alert_name: 'Segunda' })
  await expect.poll(async () => (await trader.api.alerts.list({ status: 'success' })).total).toBe(2)
  botApi.fail({ times: 1 }, REFUSAL)
  await postAlert(plata.webhookUrl, { alert_name: 'Tercera' })
  await expect.poll(async () => (await trader.api.alerts.list({ status: 'failed' })).total).toBe(1)
  await page.goto(`${url}/dashboard`)
  const figure = figuresOf(page)
  const summary = page.getByRole('region', { name: 'Resumen global' })
  const today = page.getByRole('table', { name: 'Alertas de los últimos 30 días' }).getByRole('row')
  const feed = card(page, 'Actividad reciente').getByRole('listitem')
  const bars = card(page, 'Alertas por conexión').getByRole('link')

  await test.step('figures, chart and lists', async () => {
    await expect(figure('Alertas hoy')).toHaveText('3')
    await expect(figure('Últimos 7 días')).toHaveText('3')
    await expect(figure('Conexiones activas')).toHaveText('2 / 2')
    await expect(figure('Tasa de entrega')).toHaveText('67\u00a0%')
    await expect(figure('Total de alertas')).toHaveText('3')
    await expect(summary).toContainText('1 con fallos')
    await expect(summary).toContainText('2 de 3 en 7 días')
    await expect(summary.getByRole('listitem')).toHaveText([
      'Nada por enviar',
      'Telegram responde',
      /^Última entrega: ?Segunda.*ms$/,
    ])
    await expect(today).toHaveCount(31)
    await expect(today.last().getByRole('cell')).toHaveText(['2', '1', '0', '0'])
    await expect(feed).toHaveText([/^Tercera.*Plata · /, /^Segunda.*Plata/, /^Primera.*Oro/])
    await expect(bars).toHaveText(['Plata2', 'Oro1'])
    const connections = card(page, 'Conexiones').getByRole('listitem')
    await expect(connections).toHaveText([/Oro.*Activa · Señal/, /Plata.*Con fallos · Señal.*1\/2/])
  })

  await test.step('an alert moves them; what has the focus keeps it, and the chart stays', async () => {
    const chart = await page.locator('svg.recharts-surface').elementHandle()
    const first = feed.filter({ hasText: 'Primera' }).getByRole('link')
    await first.focus()
    await postAlert(oro.webhookUrl, { alert_name: 'Cuarta' })
    await expect(feed.first()).toContainText('Cuarta')
    await expect(figure('Alertas hoy')).toHaveText('4')
    await expect(today.last().getByRole('cell')).toHaveText(['3', '1', '0', '0'])
    await expect(bars).toHaveText(['Oro2', 'Plata2'])
    await expect(first).toBeFocused()
    expect(await chart?.evaluate(node => node.isConnected)).toBe(true)
  })

  await test.step('other periods', async () => {
    const period = page.getByRole('radiogroup', { name: 'Periodo' })
    await period.getByText('12 semanas').click()
    const weeks = page.getByRole('table', { name: 'Alertas de las últimas 12 semanas' })
    await expect(weeks.getByRole('row')).toHaveCount(13)
    await expect(weeks.getByRole('row').last()).toContainText('Semana del')
    await page.reload()
    await expect(period.getByRole('radio', { name: '12 semanas' })).toBeChecked()
  })

  await test.step('a row leads to its alert', async () => {
    await feed.filter({ hasText: 'Tercera' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/alerts#[\w-]+$/)
    await expect(page.getByRole('dialog', { name: 'Tercera' })).toBeVisible()
  })
})

test('the dashboard is confined to the selected connection', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, { name: 'Oro' })
  const plata = await trader.connect(botApi, { name: 'Plata' })
  for (const { webhookUrl, name } of [oro, plata, plata])
    await postAlert(webhookUrl, { alert_name: `De ${name}` })
  await expect.poll(async () => (await trader.api.alerts.list({})).total).toBe(3)
  await page.goto(`${url}/dashboard`)
  const figure = figuresOf(page)
  await expect(figure('Alertas hoy')).toHaveText('3')

  await card(page, 'Alertas por conexión').getByRole('link', { name: 'Oro' }).click()
  await expect(page.getByRole('heading', { name: 'Panel Específico: Oro' })).toBeVisible()
  await page.getByRole('link', { name: 'Panel', exact: true }).click()

  await expect(figure('Alertas hoy')).toHaveText('1')
  await expect(figure('Conexiones activas')).toHaveText('1 / 1')
  await expect(card(page, 'Actividad reciente').getByRole('listitem')).toHaveText([/^De Oro/])
  await expect(card(page, 'Conexiones').getByRole('listitem')).toHaveText([/^Oro/])
  await expect(page.getByRole('heading', { name: 'Alertas por conexión' })).toBeHidden()
  await page.getByRole('link', { name: 'Ver historial completo' }).click()
  await expect(page).toHaveURL(new RegExp(`/alerts\\?connectionId=${oro.id}$`))
})

test('the dashboard is arranged, kept and put back', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi)
  await page.goto(`${stage.url}/dashboard`)
  const customize = page.getByRole('button', { name: 'Personalizar Panel' })
  const dialog = page.getByRole('dialog', { name: 'Personalizar Panel' })
  const shown = page.getByRole('main').getByRole('heading', { level: 2 })
  const standard = [
    'Tendencia de alertas',
    'Actividad reciente',
    'Conexiones',
    'Acciones rápidas',
    'Alertas por conexión',
  ]

  await test.step('a widget is hidden, another one moved by keyboard', async () => {
    await expect(shown).toHaveText(standard)
    await customize.click()
    await expect(dialog.getByRole('button', { name: 'Subir Resumen global' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Bajar Alertas por conexión' })).toBeDisabled()
    await dialog.getByRole('switch', { name: 'Acciones rápidas' }).click()
    const up = dialog.getByRole('button', { name: 'Subir Actividad reciente' })
    await up.focus()
    for (const place of [2, 1]) {
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('status')).toHaveText(
        `Actividad reciente: puesto ${place} de 6`,
      )
      await expect(up).toBeFocused()
    }
    await expect(up).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('it stays like that', async () => {
    const arranged = [
      'Actividad reciente',
      'Tendencia de alertas',
      'Conexiones',
      'Alertas por conexión',
    ]
    await expect(shown).toHaveText(arranged)
    await page.reload()
    await expect(shown).toHaveText(arranged)
  })

  await test.step('all hidden, the panel is empty and says how to go on', async () => {
    await customize.click()
    for (const widget of await dialog.getByRole('switch').all()) {
      if (await widget.isChecked()) await widget.click()
      await expect(widget).not.toBeChecked()
    }
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await expect(page.getByText('Panel Vacío')).toBeVisible()
    await customize.last().click()
    await dialog.getByRole('button', { name: 'Restablecer Predeterminado' }).click()
    await expect(page.getByText('Diseño del panel restablecido.')).toBeVisible()
    for (const widget of await dialog.getByRole('switch').all()) await expect(widget).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(shown).toHaveText(standard)
  })
})

test('at midnight the reader’s day moves on by itself', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi)
  await page.clock.install({ time: '2026-11-19T23:59:50+01:00' })
  await page.goto(`${stage.url}/dashboard`)
  await expect(page.getByText('jueves, 19 de noviembre de 2026')).toBeVisible()
  await expect(figuresOf(page)('Alertas hoy')).toHaveText('0')
  await expect(page.getByText('En vivo')).toBeVisible()

  const counted = page.waitForRequest(/\/api\/stats\/summary/)
  await page.clock.runFor(11_000)
  await expect(page.getByText('viernes, 20 de noviembre de 2026')).toBeVisible()
  await counted
})

const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const figuresOf = (page: Page) => (label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('+ dd')
