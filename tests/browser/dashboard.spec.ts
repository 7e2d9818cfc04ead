import { test as bare, type Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const REFUSAL = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const

test('counts received alerts on the dashboard, and keeps counting live', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, { name: 'Oro' })
  const plata = await trader.connect(botApi, { name: 'Plata' })
  const delivered = async () => (await trader.api.alerts.list({ status: 'success' })).total
  await postAlert(oro.webhookUrl, { alert_name: 'Primera' })
  await expect.poll(delivered).toBe(1)
  await postAlert(plata.webhookUrl, { alert_name: 'Segunda' })
  await expect.poll(delivered).toBe(2)
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
    await expect(figure('Tasa de entrega')).toHaveAttribute('data-good', 'false')
    await expect(figure('Total de alertas')).toHaveText('3')
    await expect(summary).toContainText('1 con fallos')
    await expect(summary).toContainText('2 de 3 en 7 días')
    const signs = summary.getByRole('list', { name: 'Entrega', exact: true }).getByRole('listitem')
    await expect(signs).toHaveText([
      'Nada por enviar',
      'Telegram responde',
      /^Última entrega: ?Segunda.*\sm?s$/,
    ])
    const causes = summary.getByRole('list', { name: 'Sin entregar' }).getByRole('listitem')
    await expect(causes).toHaveText([/^Plata: 1 sin entregar, de las \d\d:\d\dTelegram rechazó/])
    await expect(causes.getByRole('link', { name: 'Editar plantilla: Plata' })).toBeVisible()
    await expect(today).toHaveCount(31)
    await expect(today.last().getByRole('cell')).toHaveText(['2', '1', '0', '0'])
    await expect(feed).toHaveText([
      /^Tercera.*Plata · .*\d\d:\d\d:\d\d$/,
      /^Segunda.*Plata/,
      /^Primera.*Oro/,
    ])
    await expect(feed.getByRole('img', { name: 'Éxito' })).toHaveCount(2)
    await expect(feed.first().getByRole('img', { name: 'Fallo' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ver historial completo' })).toHaveAttribute(
      'href',
      '/alerts',
    )
    await expect(bars).toHaveText(['Plata2', 'Oro1'])
    const connections = card(page, 'Conexiones').getByRole('listitem')
    await expect(connections).toHaveText([/Oro.*Activa · Señal/, /Plata.*Con fallos · Señal.*1\/2/])
    await expect(connections.getByRole('link', { name: 'Ver Panel de Plata' })).toHaveAttribute(
      'href',
      `/connections/${plata.id}/panel`,
    )
    const actions = card(page, 'Acciones rápidas').getByRole('link')
    await expect(actions).toHaveText([
      'Nueva conexión',
      'Nueva plantilla',
      'Nueva alerta TV',
      'Documentación',
    ])
    expect(
      await actions.evaluateAll(links => links.map(link => link.getAttribute('href'))),
    ).toEqual([
      '/connections?nueva=si',
      '/templates?nueva=si',
      '/tv-alert-generator?nueva=si',
      '/docs',
    ])
  })

  const trend = card(page, 'Tendencia de alertas')
  const chart = trend.getByRole('application', {
    name: /^Alertas con éxito y con fallo/,
  })

  await test.step('shows the values under the pointer', async () => {
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
    await chart.hover({ position: { x: width - 8, y: height / 2 } })
    await expect(trend.getByRole('definition')).toHaveText(['2', '1'])
    await page.mouse.move(0, 0)
    await expect(trend.getByRole('definition')).toHaveCount(0)
  })

  await test.step('shows the values that the arrow keys lead to', async () => {
    await trend.getByRole('radio', { name: '30 días' }).focus()
    await page.keyboard.press('Tab')
    await expect(chart).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(trend.getByRole('status')).toHaveText(/Éxito2Fallo1$/)
    await page.keyboard.press('ArrowLeft')
    await expect(trend.getByRole('status')).toHaveText(/Éxito0Fallo0$/)
    await page.keyboard.press('End')
    await expect(trend.getByRole('status')).toHaveText(/Éxito2Fallo1$/)
    await page.keyboard.press('Escape')
    await expect(trend.getByRole('status')).toBeEmpty()
  })

  await test.step('leads from a bar to the history of its day, by keyboard, mouse and finger', async () => {
    const day = await today.last().getByRole('rowheader').textContent()
    expect(day).toMatch(/, en curso$/)
    const isToday = /\/alerts\?from=(\d{4}-\d\d-\d\d)&to=\1$/
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(isToday)
    await expect(page.getByRole('button', { name: 'Fechas: Hoy' })).toBeVisible()
    await page.goBack()

    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
    await chart.click({ position: { x: width - 8, y: height / 2 } })
    await expect(page).toHaveURL(isToday)
    await page.goBack()

    await chart.evaluate(
      (plot, position) => {
        const { left, top } = plot.getBoundingClientRect()
        const at = { bubbles: true, clientX: left + position.x, clientY: top + position.y }
        plot.dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'touch' }))
      },
      { x: width - 8, y: height / 2 },
    )
    await trend.getByRole('status').getByRole('link').dispatchEvent('click')
    await expect(page).toHaveURL(isToday)
    await page.goBack()
  })

  await test.step('updates on a new alert, and keeps the focus and the chart', async () => {
    const drawn = await chart.elementHandle()
    const first = feed.filter({ hasText: 'Primera' }).getByRole('link')
    await first.focus()
    await postAlert(oro.webhookUrl, { alert_name: 'Cuarta' })
    await expect(feed.first()).toContainText('Cuarta')
    await expect(figure('Alertas hoy')).toHaveText('4')
    await expect(today.last().getByRole('cell')).toHaveText(['3', '1', '0', '0'])
    await expect(bars).toHaveText(['Oro2', 'Plata2'])
    await expect(first).toBeFocused()
    expect(await drawn?.evaluate(node => node.isConnected)).toBe(true)
  })

  await test.step('other periods', async () => {
    const period = page.getByRole('radiogroup', { name: 'Periodo' })
    await expect(period).toHaveText('7 días30 días12 semanas')
    await period.getByText('7 días').click()
    const week = page.getByRole('table', { name: 'Alertas de los últimos 7 días' })
    await expect(week.getByRole('row')).toHaveCount(8)
    await period.getByText('12 semanas').click()
    const weeks = page.getByRole('table', { name: 'Alertas de las últimas 12 semanas' })
    await expect(weeks.getByRole('row')).toHaveCount(13)
    await expect(weeks.getByRole('row').last()).toContainText('Semana del')
    await page.reload()
    await expect(period.getByRole('radio', { name: '12 semanas' })).toBeChecked()
  })

  await test.step('lists the newest six', async () => {
    for (const alert_name of ['Quinta', 'Sexta', 'Séptima'])
      await postAlert(oro.webhookUrl, { alert_name })
    await expect(feed).toHaveText([
      /^Séptima/,
      /^Sexta/,
      /^Quinta/,
      /^Cuarta/,
      /^Tercera/,
      /^Segunda/,
    ])
  })

  await test.step('shows alerts of an inactive connection with a bar and a label', async () => {
    await trader.api.connections.update({ id: plata.id, isActive: false })
    await postAlert(plata.webhookUrl, { alert_name: 'Octava' })
    await expect(figure('Alertas hoy')).toHaveText('8')
    await expect(trend).toContainText('Éxito 6Fallo 1Inactiva 1')
    const areDrawn = () =>
      chart
        .locator('rect[data-series]')
        .evaluateAll(bars => bars.slice(-4).map(bar => bar.getBoundingClientRect().height > 0))
    await expect.poll(areDrawn).toEqual([true, true, true, false])
  })

  await test.step('fits a window of 1440 × 900', async () => {
    for (const name of ['Cobre', 'Trigo', 'Zinc', 'Euro']) {
      const { webhookUrl } = await trader.connect(botApi, { name })
      await postAlert(webhookUrl, { alert_name: name })
    }
    await expect(bars).toHaveCount(6)
    await expect(page.getByRole('link', { name: '...y 2 más' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    await expect.poll(height).toBe(900)
  })

  await test.step('leads from a row to its alert', async () => {
    await feed.filter({ hasText: 'Séptima' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/alerts#[\w-]+$/)
    await expect(page.getByRole('dialog', { name: 'Séptima' })).toBeVisible()
  })
})

test('shows failures without shifting the layout', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const oro = await trader.connect(botApi, { name: 'Oro' })
  botApi.fail({ times: 1 }, REFUSAL)
  await postAlert(oro.webhookUrl, { alert_name: 'Primera' })
  await expect.poll(async () => (await trader.api.alerts.list({ status: 'failed' })).total).toBe(1)
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/failures*', async route => {
    await asked.promise
    await route.continue()
  })
  await page.goto(`${url}/dashboard`)
  const trend = page.getByRole('table', {
    name: 'Alertas de los últimos 30 días',
    includeHidden: true,
  })
  await trend.waitFor({ state: 'attached' })
  await expect(trend).toBeHidden()
  asked.resolve()
  await expect(page.getByRole('list', { name: 'Sin entregar' })).toBeVisible()
  await expect(trend).toBeVisible()
  expect(await page.evaluate(movedBy)).toBeLessThan(0.01)
})

test(
  'shows the message of a feed row to the pointer and to the keyboard',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { botApi, trader, url } = stage
    const { id: templateId } = await trader.api.templates.create({
      name: 'Breve',
      content: '**{{symbol}}** a [{{price}}](https://ejemplo.es)',
    })
    const oro = await trader.connect(botApi, { name: 'Oro', templateId })
    for (const price of [10, 20]) await postAlert(oro.webhookUrl, { symbol: 'XAUUSD', price })
    await botApi.waitFor(messages => messages.length === 2)
    await page.goto(`${url}/dashboard`)
    // Excludes the link of the message itself, which is in the row too.
    const own = page.locator('a[href^="/"]')
    const rows = card(page, 'Actividad reciente').getByRole('listitem').getByRole('link').and(own)
    const message = page.getByRole('tooltip').getByRole('img')
    await expect(rows).toHaveCount(2)

    await test.step('by the pointer', async () => {
      await rows.first().hover()
      await expect(message).toHaveAccessibleName('Mensaje: XAUUSD a 20')
      await expect(message.locator('strong')).toHaveText('XAUUSD')
      await page.mouse.move(0, 0)
      await expect(message).toBeHidden()
    })

    await test.step('by the keyboard, which goes on to the next row and into the detail', async () => {
      await rows.first().focus()
      await page.keyboard.press('Tab')
      await expect(rows.last()).toBeFocused()
      await expect(message).toHaveAccessibleName('Mensaje: XAUUSD a 10')
      await page.keyboard.press('Escape')
      await expect(message).toBeHidden()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Alerta de Oro' })).toBeVisible()
    })
  },
)

test('confines the dashboard to the selected connection', extended, async ({ page }) => {
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
  await expect(figure('Total de alertas')).toHaveText('1')
  await expect(page.getByRole('table').getByRole('row').last().getByRole('cell')).toHaveText([
    '1',
    '0',
    '0',
    '0',
  ])
  await expect(card(page, 'Actividad reciente').getByRole('listitem')).toHaveText([/^De Oro/])
  await expect(card(page, 'Conexiones').getByRole('listitem')).toHaveText([/^Oro/])
  await expect(page.getByRole('heading', { name: 'Alertas por conexión' })).toBeHidden()
  await page.reload()
  await expect(figure('Total de alertas')).toHaveText('1')
  await page.getByRole('link', { name: 'Ver historial completo' }).click()
  await expect(page).toHaveURL(new RegExp(`/alerts\\?connectionId=${oro.id}$`))
  await expect(page.getByText('Mostrando 1-1 de 1')).toBeVisible()
})

test('arranges, keeps and resets the dashboard', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  await trader.api.profile.update({ initialSetupComplete: true })
  await page.goto(`${url}/dashboard`)
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

  await test.step('shows how to begin when it is empty', async () => {
    await expect(page.getByText('Sin alertas en este periodo')).toBeVisible()
    await expect(page.getByText('Aún no hay alertas')).toBeVisible()
    await expect(page.getByText('Sin alertas en 7 días')).toBeVisible()
    await expect(figuresOf(page)('Tasa de entrega')).toHaveText('N/A')
    for (const [link, form] of [
      ['Crear Primera Conexión', 'Añadir Nueva Conexión de Telegram'],
      ['Nueva plantilla', 'Crear Nueva Plantilla'],
    ] as const) {
      await page.getByRole('link', { name: link }).click()
      await expect(page.getByRole('dialog', { name: form })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Panel', exact: true }).click()
    }
  })

  await test.step('shows four connections, the active ones first', async () => {
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    const { id } = await trader.connect(botApi, { name: 'Cobre' })
    await trader.api.connections.update({ id, isActive: false })
    for (const name of ['Trigo', 'Zinc', 'Plata', 'Euro', 'Oro'])
      await trader.connect(botApi, { name })
    await expect(card(page, 'Conexiones').getByRole('listitem')).toHaveText([
      /^Euro.*Ver Panel$/,
      /^Oro/,
      /^Plata/,
      /^Trigo/,
    ])
    await expect(page.getByRole('link', { name: '...y 2 más' })).toBeVisible()
  })

  await test.step('hides a widget and moves another by keyboard', async () => {
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

  await test.step('keeps the arrangement', async () => {
    const arranged = [
      'Actividad reciente',
      'Tendencia de alertas',
      'Conexiones',
      'Alertas por conexión',
    ]
    await expect(shown).toHaveText(arranged)
    const stored = async () => (await trader.api.dashboard.read()).widgets
    await expect
      .poll(async () =>
        (await stored()).filter(({ isVisible }) => isVisible).map(({ name }) => name),
      )
      .toEqual(['Actividad reciente', 'Resumen global', ...arranged.slice(1)])
    await page.reload()
    await expect(shown).toHaveText(arranged)
  })

  await test.step('shows how to go on when all widgets are hidden', async () => {
    await customize.click()
    const widgets = dialog.getByRole('switch')
    await expect(widgets).toHaveCount(standard.length + 1)
    for (const widget of await widgets.all()) {
      if (await widget.isChecked()) await widget.click()
      await expect(widget).not.toBeChecked()
    }
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await expect(page.getByText('Panel Vacío')).toBeVisible()
    await customize.last().click()
    await dialog.getByRole('button', { name: 'Restablecer Predeterminado' }).click()
    await expect(page.getByText('Diseño del panel restablecido.')).toBeVisible()
    await expect(widgets).toHaveCount(standard.length + 1)
    for (const widget of await widgets.all()) await expect(widget).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(shown).toHaveText(standard)
  })
})

// The failures provoked here make the browser log errors.
bare('keeps the other widgets when one is unknown or fails', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, url } = stage
  await trader.api.profile.update({ initialSetupComplete: true })
  const { widgets } = await trader.api.dashboard.read()
  const weather = { id: 'WEATHER', name: 'Tiempo', isVisible: true, order: widgets.length }
  await trader.api.dashboard.replace({ widgets: [...widgets, weather] })
  await page.route('**/api/stats/connections*', route =>
    route.fulfill({ json: { not: 'what was agreed' } }),
  )
  await page.goto(`${url}/dashboard`)
  await expect(page.getByText('Error: Widget Tiempo no encontrado')).toBeVisible()
  await expect(page.getByText('No se pudo cargar este widget.')).toBeVisible()
  await expect(figuresOf(page)('Alertas hoy')).toHaveText('0')
})

test('moves to the next day at the reader’s midnight', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi)
  await page.clock.install({ time: '2026-11-19T23:59:30+01:00' })
  await page.goto(`${stage.url}/dashboard`)
  await expect(page.getByText('jueves, 19 de noviembre de 2026')).toBeVisible()
  await expect(figuresOf(page)('Alertas hoy')).toHaveText('0')
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()

  const counted = page.waitForRequest(/\/api\/stats\/summary/)
  await page.clock.runFor(31_000)
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

/** Runs in the browser. @returns the cumulative layout shift, as measured by Chromium */
const movedBy = () =>
  new Promise<number>(resolve => {
    new PerformanceObserver(list => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
      resolve(shifts.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(0), 500)
  })
