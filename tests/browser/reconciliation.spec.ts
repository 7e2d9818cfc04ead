import { readFile } from 'node:fs/promises'
import { test as bare, type Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const MINUTE_MS = 60_000
const LOG_NAME = 'TradingView_Alerts_Log.csv'

test('compares a dropped log and reports it row by row', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const at = await fill(stage)
  await page.goto(`${stage.url}/watch?tab=conciliacion`)

  await test.step('explains how the log is handled', async () => {
    await expect(page.getByText('Solo lo ve esta instalación')).toBeVisible()
    await expect(page.getByText('como máximo 32')).toBeVisible()
    await expect(page.getByText('no se guarda')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Cómo exportarlo' })).toBeVisible()
  })

  await test.step('counts six verdicts', async () => {
    await dropByPointer(page, csvOf(at))
    await expect(
      page.getByText('2 alertas nunca llegaron y 1 llegó y no se entregó.'),
    ).toBeVisible()
    await expect(counts(page)).toHaveText([
      'Nunca llegó2',
      'Llegó, no se entregó1',
      'Fallida allí, está aquí1',
      'No está en su registro1',
      'No se puede saber1',
      'Entregada1',
    ])
    await expect(page.getByText('7 filas', { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: /faltan 2$/ })).toBeVisible()
  })

  await test.step('filters the rows by verdict, text and connection, as in the address', async () => {
    await page.getByRole('button', { name: /^Nunca llegó/ }).click()
    await expect(page.getByText('2 de 7 filas')).toBeVisible()
    await expect(page).toHaveURL(/verdict=lost/)
    await page.getByRole('button', { name: /^Nunca llegó/ }).click()
    await page.getByLabel('Buscar en el informe').fill('ETHUSDT')
    await expect(page.getByText('1 de 7 filas')).toBeVisible()
    await page.getByLabel('Buscar en el informe').fill('nada de esto')
    await expect(page.getByText('Ninguna fila coincide')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
    await expect(page.getByText('7 filas', { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Conexión' }).click()
    await page.getByRole('option', { name: 'Plata' }).click()
    await expect(page.getByText('1 de 7 filas')).toBeVisible()
  })

  await test.step('resends an alert that arrived but was not delivered', async () => {
    stage.botApi.addChat({ id: BLOCKED, type: 'private' })
    await page.getByRole('button', { name: /^Reenviar / }).click()
    await expect(page.getByText(/vuelve a la cola/)).toBeVisible()
    const row = page.getByRole('row', { name: /No entregada/ })
    await expect(row).toContainText('Reenviada: ya está en su chat.')
    await expect(row.getByRole('button', { name: /^Reenviar/ })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Conexión' }).click()
    await page.getByRole('option', { name: 'Todas las conexiones' }).click()
  })

  await test.step('opens a row by keys, and leads to its alert and back', async () => {
    const first = page.getByRole('button', { name: /^Ver Perdida/ }).first()
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await expect(first).not.toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(first).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('TradingView la disparó y nunca llegó')
    await expect(dialog).toContainText('"symbol":"SOLUSDT"')
    await page.keyboard.press('Escape')
    await expect(first).toBeFocused()
    await page.getByRole('button', { name: /^Ver Entregada/ }).click()
    await dialog.getByRole('link', { name: 'Ver la alerta' }).click()
    await expect(dialog.getByText('Recorrido')).toBeAttached()
    await expect(page).toHaveURL(/\/alerts#/)
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('7 filas', { exact: true })).toBeVisible()
  })

  await test.step('exports it as CSV, and prints it', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.split('\r\n')).toHaveLength(9)
    expect(file).toContain('"TradingView la disparó y nunca llegó"')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page.getByRole('heading', { name: 'Conciliación con TradingView' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
    await expect(page.getByRole('row', { name: /No entregada/ })).toContainText('Reenviada.')
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible()
  })

  await test.step('replaces it with another dropped log, without filters', async () => {
    await page.getByRole('button', { name: /^Nunca llegó/ }).click()
    await page.getByLabel('Buscar en el informe').fill('SOLUSDT')
    await expect(page).toHaveURL(/search=SOLUSDT/)
    await dropByPointer(page, csvOf(at), 'otro.csv')
    await expect(page.getByText('otro.csv')).toBeVisible()
    await expect(page.getByText('7 filas', { exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/search|verdict/)
  })

  await test.step('discards it', async () => {
    await page.getByRole('button', { name: 'Otro registro' }).click()
    await expect(page.getByRole('region', { name: 'Registro de TradingView' })).toBeVisible()
  })
})

test('asks for details that a log lacks', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await fill(stage)
  await page.goto(`${stage.url}/watch?tab=conciliacion`)
  await drop(
    page,
    'Hora;Mensaje;Nombre\r\n03/04/2026 10:00:00;hola;Cruce\r\n05/04/2026 11:00;adiós;Cruce\r\n',
  )
  await expect(page.getByRole('region', { name: 'Primeras filas del archivo' })).toContainText(
    'hola',
  )
  await expect(
    page.getByRole('combobox', { name: '¿En qué zona horaria están las horas?' }),
  ).toHaveValue(/^Europe\/Madrid/)
  await page.getByRole('button', { name: 'Comparar' }).click()
  await expect(page.getByText('Elige una de las opciones.')).toBeVisible()
  await page.getByRole('combobox', { name: '¿En qué orden están el día y el mes?' }).click()
  await page.getByRole('option', { name: /^Primero el día/ }).click()
  await page.getByRole('button', { name: 'Comparar' }).click()
  await expect(page.getByText('2 filas', { exact: true })).toBeVisible()
  await expect(page.getByText('03/04/2026').first()).toBeVisible()
})

test('offers dropping only to a mouse', async ({ page, browser }) => {
  await using stage = await startSignedIn(page)
  const offer = (shown: Page) => shown.getByText('suéltalo en cualquier parte')
  await page.goto(`${stage.url}/watch?tab=conciliacion`)
  await expect(offer(page)).toBeVisible()
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    hasTouch: true,
    isMobile: true,
  })
  const phone = await context.newPage()
  await phone.goto(`${stage.url}/watch?tab=conciliacion`)
  await expect(phone.getByRole('button', { name: 'Elegir archivo CSV' })).toBeVisible()
  await expect(offer(phone)).toBeHidden()
  await context.close()
})

// The failures provoked here make the browser log errors.
bare(
  'refuses a file that is no log with the reason, and retries a lost server',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const at = await fill(stage)
    await page.goto(`${stage.url}/watch?tab=conciliacion`)
    const refused = page.getByRole('alert')
    for (const [content, words] of [
      ['', 'El archivo está vacío'],
      ['PK\u0003\u0004\u0000\u0000', 'No es un archivo de texto'],
      ['Lo que sea\r\nsin columnas\r\n', 'No parece el registro'],
      ['Alert ID,Name,Description\r\n1,Cruce,hola\r\n', 'a qué hora se disparó'],
      ['Alert ID,Name,Time\r\n', 'no tiene ninguna alerta'],
    ] as const) {
      await drop(page, content)
      await expect(refused).toContainText(words)
    }
    await drop(page, `Time,Name\r\n${'x'.repeat(33 * 1024 * 1024)}`)
    await expect(refused).toContainText('El archivo pasa de 32')

    const call = '**/api/reconciliation'
    await page.route(call, route => route.abort())
    await drop(page, csvOf(at))
    await expect(refused).toContainText('Pregonero no responde')
    await page.unroute(call)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText('7 filas', { exact: true })).toBeVisible()
  },
)

test(
  'draws only the visible ones of 50,000 rows, and fits a phone too',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const at = Date.now() - 60 * MINUTE_MS
    const rows = Array.from({ length: 50_000 }, (_, nth) =>
      line(`BTCUSDT`, `Alerta ${nth}`, `mensaje ${nth}`, at - nth * 1_000, 'Delivered'),
    )
    await page.goto(`${stage.url}/watch?tab=conciliacion`)
    await drop(page, [HEAD, ...rows].join(''))
    await expect(page.getByText('50.000 filas', { exact: true })).toBeVisible()
    const drawn = page.getByRole('table', { name: 'Filas del informe' }).getByRole('row')
    await expect(drawn.first()).toBeVisible()
    expect(await drawn.count()).toBeLessThan(80)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText('Alerta 49999')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Filas del informe' })).toBeVisible()
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(overflow).toBe(0)
  },
)

const BLOCKED = 700_700

/** One alert of each kind, an hour ago, because a recent firing may still arrive. */
async function fill({ botApi, db, trader }: Awaited<ReturnType<typeof startSignedIn>>) {
  const fine = await trader.connect(botApi, { name: 'Oro' })
  botApi.addChat({ id: BLOCKED, type: 'private', state: 'blocked' })
  const blocked = await trader.connect(botApi, { name: 'Plata', telegramChatId: String(BLOCKED) })
  await postAlert(fine.webhookUrl, bodies.delivered)
  await postAlert(fine.webhookUrl, bodies.failedThere)
  await postAlert(fine.webhookUrl, bodies.unlisted)
  await postAlert(blocked.webhookUrl, bodies.undelivered)
  await expect
    .poll(async () =>
      (await trader.api.alerts.list({})).items.map(one => one.telegramDeliveryStatus).sort(),
    )
    .toEqual(['failed', 'success', 'success', 'success'])
  // In the middle of a minute, so that rows some seconds apart are of the same day.
  const at = (Math.floor(Date.now() / MINUTE_MS) - 60) * MINUTE_MS + 30_000
  await db.updateTable('alerts').set({ received_at: at }).execute()
  return at
}

const body = (name: string, symbol: string) => JSON.stringify({ alert_name: name, symbol })
const bodies = {
  delivered: body('Entregada', 'BTCUSDT'),
  failedThere: body('Fallida allí', 'ETHUSDT'),
  unlisted: body('Sin registro', 'XRPUSDT'),
  undelivered: body('No entregada', 'ADAUSDT'),
  lost: body('Entregada', 'SOLUSDT'),
}

const HEAD = 'Alert ID,Ticker,Name,Description,Time,Webhook status\r\n'

function line(symbol: string, name: string, message: string, at: number, status: string): string {
  const time = new Date(at).toISOString().replace('.000Z', 'Z')
  return `1900000001,"BINANCE:${symbol}, 5",${name},"${message.replaceAll('"', '""')}",${time},${status}\r\n`
}

const csvOf = (at: number): string =>
  [
    HEAD,
    line('BTCUSDT', 'Entregada', bodies.delivered, at, 'Delivered'),
    line('ETHUSDT', 'Fallida allí', bodies.failedThere, at, 'Failed: timeout'),
    line('ADAUSDT', 'No entregada', bodies.undelivered, at, 'Delivered'),
    line('SOLUSDT', 'Perdida', bodies.lost, at - 2_000, 'Delivered'),
    line('SOLUSDT', 'Perdida', bodies.lost, at + 9_000, 'Delivered'),
    line('ADAUSDT', 'Sin webhook', 'nada', at, ''),
  ].join('')

const counts = (page: Page) => page.getByRole('list', { name: 'Veredictos' }).getByRole('listitem')

/** Drops a file outside the drop zone, as a pointer from another window does. */
async function dropByPointer(page: Page, content: string, name = LOG_NAME): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([text, name]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: 'text/csv' }))
      return transfer
    },
    [content, name] as const,
  )
  const heading = page.getByRole('heading', { level: 1 })
  await heading.dispatchEvent('dragover', { dataTransfer })
  await expect(page.locator('[data-over="true"]')).toBeVisible()
  await heading.dispatchEvent('drop', { dataTransfer })
}

/** Chooses the file, with the same effect as dropping it. */
const drop = (page: Page, content: string) =>
  page.locator('input[type=file]').setInputFiles({
    name: LOG_NAME,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  })
