import { test as bare, type Page } from '@playwright/test'
import { SHOWN_ARRIVALS } from '#shared/limits.ts'
import { postAlert } from '../support/webhook.ts'
import { clippedOn } from './clipped.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const whole = { symbol: 'BTC', side: 'buy', price: '94312.50', exchange: 'BINANCE', timeframe: '5' }

/** Opens the panel of a connection and starts listening. */
async function listen(page: Page) {
  const stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const connection = await trader.connect(botApi, { name: 'Oro' })
  await page.goto(`${url}/connections/${connection.id}/panel`)
  await startListening(page)
  return { ...stage, connection }
}

const light = (page: Page) =>
  page
    .locator('section')
    .filter({ hasText: /^Escuchar/ })
    .last()
const lines = (page: Page) =>
  page.getByRole('region', { name: 'Lo que ha llegado' }).getByRole('listitem')

async function startListening(page: Page): Promise<void> {
  // The server says since when.
  const isListening = page.waitForResponse(/\/arrivals\?since=/)
  await page.getByRole('button', { name: 'Empezar a escuchar' }).click()
  await expect(light(page)).toContainText('Escuchando…')
  await isListening
}

// The failures provoked here make the browser log errors.
bare(
  'shows each arrival, how it was read, and the advice for its sender',
  extended,
  async ({ page }) => {
    await using stage = await listen(page)
    const { connection, trader, url } = stage
    const send = (body: string | object) => postAlert(connection.webhookUrl, body)
    const newest = lines(page).first()

    await send(whole)
    await expect(newest).toContainText(/^Llegó y se entregó en [\d.]+\sms\./)
    await expect(newest).toContainText(/desde tu red \(127\.0\.0\.1\).*leída como JSON/)
    await expect(light(page)).toContainText('Todo funciona.')

    await send('')
    await expect(newest).toContainText('Llegó un mensaje vacío para «Oro».')
    await expect(newest).toContainText('pega en él el JSON y guarda la alerta')

    await send('BTCUSDT cruza 94.000')
    await expect(newest).toContainText('pero no es JSON')

    await send('{"symbol":"BTC","side":"buy","price":NaN,"exchange":"X","timeframe":5}')
    await expect(newest).toContainText('«NaN» va entre comillas.')

    await send('{"symbol":"a "b" c","side":"buy","price":1,"exchange":"X","timeframe":5}')
    await expect(newest).toContainText('las comillas se escriben')

    await send({ ...whole, side: '{{strategy.order.action}}' })
    await expect(newest).toContainText('solo tiene valor en las alertas de una estrategia')

    const { side: _, ...sideless } = whole
    await send(sideless)
    await expect(newest).toContainText('Llegó, pero falta {{side}}.')
    await newest.getByRole('button', { name: 'Abrir el generador' }).click()
    await expect(page.getByRole('dialog', { name: /^Generador de Payload/ })).toBeVisible()
    await page.keyboard.press('Escape')

    await send({ foo: 'bar' })
    await expect(newest).toContainText('pero sin la plantilla')
    await expect(
      newest.getByRole('link', { name: 'Crear plantilla a partir de esta alerta' }),
    ).toHaveAttribute('href', /^\/templates\?alerta=/)

    await send('y'.repeat(65_537))
    await expect(newest).toContainText('demasiado grande')

    await trader.api.profile.update({ onlyTradingview: true })
    await page.getByRole('button', { name: 'Enviar alerta de prueba' }).click()
    await expect(newest).toContainText('no venía de TradingView, sino de 127.0.0.1')
    await expect(newest).toContainText('TRUST_PROXY')
    await expect(newest.getByRole('link', { name: 'Abrir Configuración' })).toBeVisible()
    await trader.api.profile.update({ onlyTradingview: false })

    await trader.api.connections.update({ id: connection.id, isActive: false })
    await page.getByRole('button', { name: 'Enviar alerta de prueba' }).click()
    await expect(newest).toContainText('Llegó, pero la conexión está inactiva.')
    await expect(newest).toContainText('desde tu navegador')
    await newest.getByRole('button', { name: 'Activar la conexión' }).click()
    await expect(page.getByText('Conexión activada.')).toBeVisible()
    expect((await trader.api.connections.read({ id: connection.id })).isActive).toBe(true)

    await test.step('removes deleted alerts, and leaves the panel of a deleted connection', async () => {
      const count = await lines(page).count()
      const [inactive] = (await trader.api.connections.arrivals({ id: connection.id })).items
      await trader.api.alerts.deleteMany({ ids: [inactive?.id ?? ''] })
      await expect(lines(page)).toHaveCount(count - 1)
      await trader.api.connections.remove({ id: connection.id })
      await expect(page).toHaveURL(`${url}/connections`)
    })
  },
)

test('shows the newest alerts of a flood in order', async ({ page }) => {
  await using stage = await listen(page)
  const { webhookUrl } = stage.connection
  await page.setViewportSize({ width: 390, height: 844 })
  await Promise.all(
    Array.from({ length: 60 }, (_, price) => postAlert(webhookUrl, { ...whole, price })),
  )
  await postAlert(webhookUrl, { foo: 'x'.repeat(60_000), alert_name: 'La última' })
  await expect(lines(page).first()).toContainText('La última')
  await expect(lines(page)).toHaveCount(SHOWN_ARRIVALS)
  await expect(light(page)).toContainText('Se ven las 20 últimas')
  const times = await lines(page)
    .locator('time')
    .evaluateAll(all => all.map(time => time.getAttribute('datetime') ?? ''))
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await clippedOn(page)).toEqual([])
})

test('hides earlier alerts even if the browser’s clock is ten minutes slow', async ({ page }) => {
  await page.clock.install({ time: Date.now() - 10 * 60_000 })
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const { id, webhookUrl } = await trader.connect(botApi)
  await postAlert(webhookUrl, { ...whole, alert_name: 'Antes' })
  await page.goto(`${url}/connections/${id}/panel`)
  await startListening(page)
  await expect(lines(page)).toHaveCount(0)
  await postAlert(webhookUrl, { ...whole, alert_name: 'Después' })
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('Después')
})

test('opens the checklist by itself when no alert comes', async ({ page }) => {
  await page.clock.install()
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const { id } = await trader.connect(botApi)
  await page.goto(`${url}/connections/${id}/panel`)
  await startListening(page)
  const list = page.getByRole('list', { name: 'Qué revisar si no llega nada' })
  await expect(list).toBeHidden()
  await page.clock.fastForward(61_000)
  await expect(list).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveText([
    /^La dirección empieza por http, y tiene que ser https\. Cómo publicarlo$/,
    /^TradingView solo llama a los puertos 80 y 443\.$/,
    /^127\.0\.0\.1 solo existe en tu equipo o en tu red\.$/,
    /^No es una dirección IPv6\.$/,
    /verificación en dos pasos/,
    /^Casilla del webhook marcada/,
    /^El campo «Mensaje» no está vacío/,
    /^Las comillas del JSON/,
    /^La alerta está activa/,
  ])
  await page.getByRole('button', { name: 'Dejar de escuchar' }).click()
  await expect(list).toHaveCount(0)
})
