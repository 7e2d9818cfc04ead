import type { Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const REFUSAL = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const

test(
  'stores the sending options of a connection, and validates them first',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { botApi, trader, url } = stage
    const forum = botApi.addChat({
      id: -1_001_847_362_915,
      type: 'supergroup',
      title: 'Señales',
      isForum: true,
      topics: { 42: 'open' },
    })
    await trader.connect(botApi, { name: 'Oro', telegramChatId: String(forum.id) })
    await page.goto(`${url}/connections`)
    const dialog = page.getByRole('dialog', { name: 'Editar Conexión de Telegram' })
    const disclosure = dialog.getByRole('button', { name: 'Opciones avanzadas' })
    const topic = dialog.getByLabel('Tema del foro')
    const save = dialog.getByRole('button', { name: 'Actualizar Conexión' })
    const states = {
      'Agrupar ráfagas': false,
      'Enviar en silencio': true,
      'Sin vista previa de enlaces': true,
      'Proteger contenido': true,
      'Avisar si llega tarde': false,
    }

    await test.step('folds the options away while they have their defaults', async () => {
      await page.getByRole('button', { name: 'Editar' }).click()
      await expect(dialog.getByRole('switch', { name: 'Agrupar ráfagas' })).toBeChecked()
      await expect(disclosure).toHaveAttribute('aria-expanded', 'false')
      await expect(topic).toBeHidden()
      await disclosure.press('Enter')
      await expect(disclosure).toHaveAttribute('aria-expanded', 'true')
      await expect(dialog.getByText('«Señales» tiene temas.')).toBeVisible()
    })

    await test.step('reports an impossible topic, folded or not', async () => {
      await topic.fill('1')
      await disclosure.click()
      await expect(topic).toBeHidden()
      await save.click()
      await expect(dialog.getByText('El tema es un número mayor que 1')).toBeVisible()
      await expect(topic).toBeFocused()
      expect((await trader.api.connections.list())[0]?.topicId).toBeNull()
    })

    await test.step('stores the chosen options', async () => {
      await topic.fill('42')
      for (const [name, on] of Object.entries(states))
        await dialog.getByRole('switch', { name }).setChecked(on)
      await save.click()
      await expect(page.getByText('Conexión "Oro" actualizada.')).toBeVisible()
      expect(await trader.api.connections.list()).toMatchObject([
        {
          groupBursts: false,
          topicId: 42,
          silent: true,
          linkPreview: false,
          protectContent: true,
          markLate: false,
        },
      ])
    })

    await test.step('unfolds them when it is edited again', async () => {
      await page.getByRole('button', { name: 'Editar' }).click()
      await expect(topic).toHaveValue('42')
      for (const [name, on] of Object.entries(states))
        await expect(dialog.getByRole('switch', { name })).toBeChecked({ checked: on })
    })
  },
)

test('resends only the failed ones of the selected alerts', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { webhookUrl } = await stage.trader.connect(stage.botApi)
  await postAlert(webhookUrl, { symbol: 'BTCUSDT', alert_name: 'Cruce' })
  await expect.poll(() => countOf(stage, 'success')).toBe(1)
  await failAlerts(stage, webhookUrl, 3)
  await page.goto(`${stage.url}/alerts`)
  const bar = page.getByRole('toolbar', { name: 'Selección' })

  await expect(bar.getByRole('button', { name: 'Reenviar' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /^Seleccionar Cruce/ }).check()
  await expect(bar).toContainText('1 seleccionada')
  await expect(bar).toContainText('no es fallida')
  await expect(bar.getByRole('button', { name: 'Reenviar' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /^Seleccionar Fallida 1/ }).check()
  await page.getByRole('checkbox', { name: /^Seleccionar Fallida 2/ }).check()
  await expect(bar).toContainText('3 seleccionadas')
  await bar.getByRole('button', { name: 'Reenviar (2)' }).click()

  await expect(page.getByText('2 alertas reenviadas.')).toBeVisible()
  await expect(bar).toContainText('Ninguna seleccionada')
  await expect(page.getByRole('row', { name: /Fallida 1/ })).toContainText('Éxito')
  await expect(page.getByRole('row', { name: /Fallida 2/ })).toContainText('Éxito')
  await expect(page.getByRole('row', { name: /Fallida 3/ })).toContainText('Fallo')

  await bar.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check()
  await expect(bar).toContainText('4 seleccionadas')
  await bar.getByRole('button', { name: 'Quitar selección' }).click()
  await expect(bar).toContainText('Ninguna seleccionada')
})

test('selects alerts on a phone after «Seleccionar»', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { webhookUrl } = await stage.trader.connect(stage.botApi)
  await failAlerts(stage, webhookUrl, 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stage.url}/alerts`)

  await page.getByRole('button', { name: 'Seleccionar' }).click()
  await page.getByText('Fallida 1').first().click()
  await page.getByRole('button', { name: 'Reenviar (1)' }).click()
  await expect(page.getByText('1 alerta reenviada.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByText('Fallida 1').first().click()
  await expect(page.getByRole('dialog', { name: 'Fallida 1' })).toBeVisible()
})

test('resends all failed alerts of a filter', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  const off = await trader.connect(botApi, { name: 'Cobre' })
  await failAlerts(stage, webhookUrl, 12)
  await trader.api.connections.update({ id: off.id, isActive: false })
  await postAlert(off.webhookUrl, { symbol: 'HG1!', alert_name: 'Inactiva' })
  await page.goto(`${stage.url}/alerts?status=failed`)
  const button = page.getByRole('button', { name: 'Reenviar las 13 fallidas…' })
  const dialog = page.getByRole('dialog', { name: 'Reenviar las alertas fallidas' })

  await button.click()
  await expect(dialog).toContainText('Se reenviarán las 13 alertas fallidas de este filtro')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  expect(await countOf(stage, 'failed')).toBe(13)

  await button.click()
  const { carryOn } = await holdResending(page)
  await dialog.getByRole('button', { name: 'Reenviar' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Reenviando 0 de 13…')
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  carryOn()
  const said =
    '12 alertas reenviadas. 1 se queda como está: su conexión está inactiva o se eliminó.'
  await expect(page.getByText(said)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Inactiva/ })).toBeVisible()
  await expect(page.getByText('Mostrando 1-1 de 1')).toBeVisible()
  await expect.poll(() => countOf(stage, 'success')).toBe(12)
})

test('shows in the detail where the time of an alert went', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi)
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  botApi.fail({ times: 1 }, { kind: 'reset', stored: true })
  await postAlert(webhookUrl, {
    alert_name: 'Lenta',
    time: secondsAgo(600),
    timenow: secondsAgo(90),
  })
  await expect.poll(() => countOf(stage, 'success')).toBe(1)
  await postAlert(webhookUrl, { alert_name: 'Adelantada', timenow: secondsAgo(-600) })
  await expect.poll(() => countOf(stage, 'success')).toBe(2)
  await page.goto(`${url}/alerts`)

  await page.getByRole('row', { name: /Lenta/ }).click()
  const steps = page.getByRole('dialog').locator('ol > li')
  await expect(steps).toHaveText([
    /^Vela/,
    /^Disparada.*≈\s9\smin/,
    /^Recibida.*≈\s2\smin/,
    /^Primer intento/,
    /^Entregada.*mensaje 2$/,
  ])
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Casi todo el tiempo fue de TradingView a aquí.')
  await expect(dialog).toContainText('Puede haber llegado dos veces.')
  await page.keyboard.press('Escape')

  await page.getByRole('row', { name: /Adelantada/ }).click()
  await expect(steps).toHaveText([/^Disparada/, /^Recibida.*—$/, /^Enviada/, /^Entregada/])
})

test('lists each attempt of an alert, and resends a delivered one after a question', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await failAlerts(stage, webhookUrl, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/alerts`)
  const detail = page.getByRole('dialog', { name: 'Fallida 1' })
  const steps = detail.getByRole('listitem')

  await test.step('opens on the reason and its remedy on a phone', async () => {
    await page.getByRole('button', { name: /^Fallida 1/ }).click()
    await expect(detail.getByRole('radio', { name: 'Mensaje' })).toBeChecked()
    await expect(detail.getByText('Telegram rechazó la petición: «').first()).toBeInViewport()
    await expect(steps).toHaveText([
      /^Recibida/,
      /^Primer intento.*Telegram rechazó la petición: «.*»$/,
      /^Fallo\d/,
    ])
    await detail.getByRole('button', { name: 'Reenviar' }).click()
    await expect.poll(() => countOf(stage, 'success')).toBe(1)
    await expect(steps).toHaveText([
      /^Recibida/,
      /^Intento.*Telegram rechazó/,
      /^Reenviada/,
      /^Enviada/,
      /^Entregada.*mensaje 1$/,
    ])
    await expect(detail.getByRole('heading', { name: 'Fallida 1' })).toBeFocused()
  })

  await test.step('resends it although it has arrived', async () => {
    await detail.getByRole('button', { name: 'Reenviar…' }).click()
    const question = page.getByRole('dialog', { name: 'Reenviar una alerta entregada' })
    await expect(question).toContainText('el chat de «Oro» la tendrá dos veces')
    await question.getByRole('button', { name: 'Reenviar' }).click()
    await expect(steps).toHaveText([
      /^Recibida/,
      /^Intento/,
      /^Entregada.*mensaje 1$/,
      /^Reenviada/,
      /^Enviada/,
      /^Entregada.*mensaje 2$/,
    ])
    expect(botApi.messages).toHaveLength(2)
    await expect(detail).toBeFocused()
  })
})

test(
  'resends the next alert before the answer for the first, and hides its secrets',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
    await failAlerts(stage, webhookUrl, 2, { password: 'caballo' })
    const resending = await holdResending(page)
    const asked = () => resending.asked.length
    await page.goto(`${url}/alerts?status=failed`)
    await page.getByRole('row', { name: /Fallida 2/ }).click()
    const second = page.getByRole('dialog', { name: 'Fallida 2' })
    await second.getByRole('button', { name: 'Mostrar lo secreto' }).click()
    await page.keyboard.press('r')
    await expect.poll(asked).toBe(1)

    await page.keyboard.press('j')
    const first = page.getByRole('dialog', { name: 'Fallida 1' })
    await expect(first.getByRole('button', { name: 'Mostrar lo secreto' })).toBeVisible()
    await expect(first).not.toContainText('caballo')
    await page.keyboard.press('r')
    await expect.poll(asked).toBe(2)
    expect(new Set(resending.asked).size).toBe(2)
    resending.carryOn()
    await expect.poll(() => countOf(stage, 'success')).toBe(2)
    await expect(first.getByRole('listitem').last()).toHaveText(/^Entregada/)
    await expect(first.getByRole('heading', { name: 'Fallida 1' })).toBeVisible()
  },
)

test('shows on the panel how long the alerts of a connection take', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await page.goto(`${url}/connections`)
  await page.getByRole('link', { name: 'Ver Panel Específico' }).click()
  await expect(page.getByRole('heading', { name: 'Panel Específico: Oro' })).toBeVisible()
  await expect(page.getByText('Aún no hay entregas')).toBeVisible()

  await postAlert(webhookUrl, { symbol: 'XAUUSD' })
  await expect(page.getByText('en la última entrega.')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'la mitad' })).toContainText('ms')
  await page.getByRole('link', { name: 'Volver a Conexiones' }).click()
  await expect(page.getByRole('heading', { name: 'Conexiones de Telegram' })).toBeVisible()
})

type Stage = Awaited<ReturnType<typeof startSignedIn>>

const countOf = async ({ trader }: Stage, status: 'success' | 'failed') =>
  (await trader.api.alerts.list({ status })).total

/** Posts «Fallida 1» and so on, which Telegram refuses; it takes later alerts. */
async function failAlerts(stage: Stage, webhookUrl: string, count: number, fields = {}) {
  const refusing = stage.botApi.fail({}, REFUSAL)
  for (let nth = 1; nth <= count; nth += 1)
    await postAlert(webhookUrl, { alert_name: `Fallida ${nth}`, ...fields })
  await expect.poll(() => countOf(stage, 'failed')).toBe(count)
  refusing.lift()
}

/** Holds resend requests until `carryOn` is called; `asked` holds their addresses and bodies. */
async function holdResending(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(RESENDING, async route => {
    const request = route.request()
    asked.push(`${request.url()} ${request.postData()}`)
    await promise
    await route.continue()
  })
  return { carryOn: resolve, asked }
}

/** Addresses that resend one alert, or several. */
const RESENDING = /\/api\/alerts\/([^/]+\/)?resend$/
