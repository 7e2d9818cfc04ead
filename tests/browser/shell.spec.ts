import { test as bare, type Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, startSignedIn, test } from './stage.ts'

const REFUSAL = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const

test('notifications arrive by themselves, are read and cleared', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const silver = await trader.connect(botApi, { name: 'Plata' })
  const { bell, panel, rows } = notifications(page)
  await page.goto(`${url}/tags`)
  await expect(page.getByText('En vivo')).toBeVisible()

  await test.step('the panel is opened and left by keyboard', async () => {
    await expect(bell).toHaveAccessibleName('Notificaciones')
    await bell.press('Enter')
    await expect(panel).toContainText('No tienes notificaciones.')
    await expect(panel.getByRole('heading')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bell).toBeFocused()
  })

  await test.step('two failures are told while the page stands open', async () => {
    await failOneAlertOf(stage, gold.webhookUrl)
    await expect(bell).toHaveAccessibleName('Notificaciones, 1 sin leer')
    await failOneAlertOf(stage, silver.webhookUrl)
    await expect(bell).toHaveAccessibleName('Notificaciones, 2 sin leer')
    await bell.click()
    await expect(rows).toHaveText([/«Plata».*\ds atrás/, /«Oro».*\ds atrás/])
    await expect(panel).toContainText('2 sin leer de 2')
    await expect(panel.getByRole('button', { name: 'Limpiar Leídas' })).toBeHidden()
  })

  await test.step('one is marked as read, and the focus goes on to the next', async () => {
    await rows.first().getByRole('button').press('Enter')
    await expect(panel).toContainText('1 sin leer de 2')
    await expect(rows.last().getByRole('button', { name: /^Marcar como leída/ })).toBeFocused()
    await expect.poll(async () => (await trader.api.notifications.list())[0]?.read).toBe(true)
  })

  await test.step('its link leads to the panel of the connection, without a reload', async () => {
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await rows.first().getByRole('link', { name: 'Ver panel' }).click()
    await expect(page).toHaveURL(`${url}/connections/${silver.id}/panel`)
    await expect(panel).toBeHidden()
    await expect(page.locator('[data-same-page]')).toBeAttached()
  })

  await test.step('all are marked as read, then cleared', async () => {
    await bell.click()
    await panel.getByRole('button', { name: 'Marcar Todas Como Leídas' }).click()
    await expect(panel).toContainText('0 sin leer de 2')
    await expect(bell).toHaveAccessibleName('Notificaciones')
    await panel.getByRole('button', { name: 'Limpiar Leídas' }).click()
    await expect(page.getByText('Notificaciones leídas limpiadas.')).toBeVisible()
    await expect(panel).toContainText('No tienes notificaciones.')
    expect(await trader.api.notifications.list()).toEqual([])
  })
})

// What the browser complains of here is what the test makes fail.
bare('what the server refuses is put back', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { webhookUrl } = await stage.trader.connect(stage.botApi)
  await failOneAlertOf(stage, webhookUrl)
  const { bell, panel } = notifications(page)
  await page.route('**/api/notifications/**', route => route.abort())
  await page.goto(`${stage.url}/tags`)

  await bell.click()
  await panel.getByRole('button', { name: 'Marcar Todas Como Leídas' }).click()
  await expect(page.getByText('Pregonero no responde.')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notificaciones, 1 sin leer')
})

test('the view is confined to a connection, and freed again', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const silver = await trader.connect(botApi, { name: 'Plata' })
  const view = page.getByRole('link', { name: /^Panel:/ })
  const clear = page.getByRole('button', { name: 'Limpiar Vista' })
  await page.goto(`${url}/tags`)
  await expect(clear).toBeVisible()

  await test.step('on a desk', async () => {
    await select(page, gold.id)
    await expect(view).toHaveText('Panel: Oro')
    await view.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(view).toBeVisible()
    await page.goto(`${url}/tags`)
    await clear.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(view).toBeHidden()
    expect(await selected(page)).toBeNull()
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/tags`)
    await expect(clear).toBeHidden()
    await select(page, gold.id)
    await expect(view).toHaveText('Panel: Oro')
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Limpiar Vista' }).click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(view).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('by itself, when the connection is deleted', async () => {
    await page.goto(`${url}/tags`)
    await select(page, gold.id)
    await expect(view).toHaveText('Panel: Oro')
    await expect(page.getByText('En vivo')).toBeVisible()
    await trader.api.connections.remove({ id: gold.id })
    await expect(view).toBeHidden()
    expect(await selected(page)).toBeNull()
  })

  await test.step('by signing out', async () => {
    await select(page, silver.id)
    await expect(view).toHaveText('Panel: Plata')
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL(`${url}/login`)
    expect(await selected(page)).toBeNull()
  })
})

bare(
  'whoever signs out is out in this browser, even if the server does not answer',
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    await page.route('**/api/auth/sign-out', route => route.abort())
    await page.goto(`${stage.url}/tags`)
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(page).toHaveURL(`${stage.url}/login`)
  },
)

test('screens, connections and templates are found by keyboard', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id } = await trader.connect(botApi, { name: 'Oro H1 Rupturas' })
  const finder = page.getByRole('dialog', { name: 'Buscar pantallas, conexiones y plantillas' })
  const find = async (text: string, label: string) => {
    await page.keyboard.press('Control+K')
    await expect(finder.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(text)
    await expect(finder.getByRole('button')).toHaveText([label])
    await page.keyboard.press('Enter')
    await expect(finder).toBeHidden()
  }
  await page.goto(`${url}/tags`)
  await expect(page.getByText('En vivo')).toBeVisible()

  await find('historial', 'Historial de Alertas')
  await expect(page).toHaveURL(`${url}/alerts`)
  await find('rupturas oro', 'Oro H1 Rupturas')
  await expect(page).toHaveURL(`${url}/connections/${id}/panel`)
  await find('SENAL basica', 'Señal Básica de TradingView')
  await expect(page.getByRole('textbox', { name: 'Buscar plantillas' })).toHaveValue(
    'Señal Básica de TradingView',
  )

  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(finder.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(finder.getByRole('status')).toHaveText('Historial de Alertas')
  await page.keyboard.type('nada')
  await expect(finder).toContainText('Nada coincide con «nada»')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeFocused()

  await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Mía')
  await expect(page.getByRole('dialog').getByLabel('Nombre')).toHaveValue('Mía')
})

test('what is waited for is told', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { url } = stage
  expect(await (await page.request.get(url)).text()).toContain('Iniciando Pregonero...')
  const session = await hold(page, '**/api/auth/get-session')
  const first = await hold(page, '**/assets/tags-screen-*.js')
  const second = await hold(page, '**/assets/docs-screen-*.js')
  const loader = page.getByRole('status').filter({ hasText: '...' })
  await page.goto(`${url}/tags`)

  await expect(loader).toHaveText('Verificando sesión...')
  session.release()
  await expect(loader).toHaveText('Cargando tus datos...')
  first.release()
  await expect(page.getByRole('heading', { name: 'Gestión de Etiquetas' })).toBeVisible()
  await page.getByRole('link', { name: 'Documentación' }).click()
  await expect(page.getByRole('main').getByText('Cargando tus datos...')).toBeVisible()
  second.release()
  await expect(page.getByRole('heading', { name: 'Documentación' })).toBeVisible()
})

type Stage = Awaited<ReturnType<typeof startSignedIn>>

function notifications(page: Page) {
  const panel = page.getByRole('dialog', { name: /^Notificaciones/ })
  return {
    bell: page.getByRole('button', { name: /^Notificaciones/ }),
    panel,
    rows: panel.getByRole('listitem'),
  }
}

/** Returns when its owner has been notified. */
async function failOneAlertOf({ botApi, trader }: Stage, webhookUrl: string) {
  const before = (await trader.api.notifications.list()).length
  botApi.fail({ times: 1 }, REFUSAL)
  await postAlert(webhookUrl, { alert_name: 'Cruce' })
  await expect.poll(async () => (await trader.api.notifications.list()).length).toBe(before + 1)
}

/** As the panel of a connection does when it is opened. */
const select = (page: Page, id: string) =>
  page.evaluate(value => {
    const change = { key: 'selected-connection', newValue: JSON.stringify(value) }
    sessionStorage.setItem(change.key, change.newValue)
    dispatchEvent(new StorageEvent('storage', { ...change, storageArea: sessionStorage }))
  }, id)

const selected = (page: Page) => page.evaluate(() => sessionStorage.getItem('selected-connection'))

/** Keeps what matches from arriving until it is released. */
async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
