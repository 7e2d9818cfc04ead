import { test as bare, type Page, type Route } from '@playwright/test'
import { PASSWORD } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'
import { clippedOn } from './clipped.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const REFUSAL = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const
const KICKED = {
  kind: 'refusal',
  status: 403,
  description: 'Forbidden: bot was kicked from the group chat',
} as const

const screens = [
  { label: 'Panel', path: '/dashboard', title: 'Panel' },
  { label: 'Historial de Alertas', path: '/alerts', title: 'Historial de Alertas' },
  { label: 'Vigía', path: '/watch', title: 'Vigía' },
  { label: 'Conexiones', path: '/connections', title: 'Conexiones de Telegram' },
  { label: 'Plantillas', path: '/templates', title: 'Plantillas de Mensajes' },
  {
    label: 'Generador Alertas TV',
    path: '/tv-alert-generator',
    title: 'Generador de Alertas para TradingView',
  },
  { label: 'Gestión de Etiquetas', path: '/tags', title: 'Gestión de Etiquetas' },
  { label: 'Registro de Errores', path: '/error-log', title: 'Registro de Errores del Sistema' },
  { label: 'Configuración', path: '/settings', title: 'Configuración' },
  { label: 'Documentación', path: '/docs', title: 'Documentación' },
]

const DESK = { width: 1280, height: 720 }
const PHONE = { width: 320, height: 640 }

test('shows menu, user and theme around every screen', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id } = await trader.connect(botApi)
  const bar = page.getByRole('banner')
  const html = page.locator('html')
  await page.route('**/api/profile', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), simulated: true } })
  })
  await page.setViewportSize(DESK)
  await page.goto(`${url}/docs`)

  await test.step('reaches every screen in one click, and fits its name on the narrowest phone', async () => {
    const simulated = bar.getByRole('link', { name: 'Entrega simulada' })
    const entries = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
    await expect(entries).toHaveText(screens.map(({ label }) => label))
    for (const { label, path, title } of screens) {
      await entries.getByText(label, { exact: true }).click()
      await expect(page).toHaveURL(`${url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await page.setViewportSize(PHONE)
      await expect(simulated).toBeVisible()
      expect((await clippedOn(page)).filter(clipped => clipped.includes(label))).toEqual([])
      await page.setViewportSize(DESK)
    }
    await bar.getByRole('link', { name: 'Pregonero' }).click()
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  await test.step('shows the signed-in user', async () => {
    await expect(page.getByText('marta', { exact: true })).toBeVisible()
    await expect(page.getByText(trader.email)).toBeVisible()
  })

  await test.step('starts dark, turns light on request, and stays light', async () => {
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await bar.getByRole('button', { name: 'Cambiar a modo claro' }).click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
    await page.reload()
    await expect(bar.getByRole('button', { name: 'Cambiar a modo oscuro' })).toBeVisible()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  await test.step('labels simulated deliveries', async () => {
    await page.goto(`${url}/dashboard`)
    await expect(bar).toContainText('Entrega simulada')
    await expect(page.getByRole('term').filter({ hasText: 'Tasa de entrega' })).toHaveText(
      'Tasa de entrega (simulada)',
    )
    await page.goto(`${url}/connections/${id}/panel`)
    await expect(page.getByRole('term').filter({ hasText: 'Tasa de entrega' })).toHaveText(
      'Tasa de entrega (simulada)',
    )
  })
})

test('leads every address to a screen', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id, webhookUrl } = await trader.connect(botApi)
  const response = await postAlert(webhookUrl, { alert_name: 'Cruce' })
  const { alertId } = await response.json()
  const alert = `/alerts?connectionId=${id}#${alertId}`

  await test.step('for a signed-in user, to the dashboard', async () => {
    for (const path of ['/login', '/nada/de/esto']) {
      await page.goto(`${url}${path}`)
      await expect(page).toHaveURL(`${url}/dashboard`)
    }
  })

  await test.step('for a signed-in user with an odd way back, to the dashboard', async () => {
    for (const odd of [
      '/\t/example.com',
      '/\\example.com',
      '//example.com',
      'javascript:alert(1)',
    ]) {
      await page.goto(`${url}/login?volver=${encodeURIComponent(odd)}`)
      await expect(page).toHaveURL(`${url}/dashboard`)
      await expect(page.getByRole('main')).toBeVisible()
    }
  })

  await test.step('for a stranger, to the sign-in', async () => {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${url}/nada/de/esto`)
    await expect(page).toHaveURL(`${url}/login`)
    await page.goto(`${url}${alert}`)
    await expect(page).toHaveURL(`${url}/login?volver=${encodeURIComponent(alert)}`)
  })

  await test.step('and on to the requested address', async () => {
    await page.getByLabel('Correo electrónico').fill(trader.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL(`${url}${alert}`)
    await expect(page.getByRole('dialog', { name: 'Cruce' })).toBeVisible()
  })
})

test('reports what an address asks to edit, if it is gone', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await stage.trader.connect(stage.botApi)
  for (const [path, message] of [
    ['connections', 'Conexión con ID gone no encontrada.'],
    ['templates', 'Esa plantilla ya no existe.'],
    ['tv-alert-generator', 'Esa configuración ya no existe.'],
  ] as const) {
    await page.goto(`${stage.url}/${path}?editar=gone`)
    await expect(page.getByText(message)).toBeVisible()
    await expect(page).toHaveURL(`${stage.url}/${path}`)
  }
})

test('receives notifications live, reads and clears them', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const silver = await trader.connect(botApi, { name: 'Plata' })
  const { bell, panel, rows } = notifications(page)
  await page.goto(`${url}/tags`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()

  await test.step('opens and leaves the panel by keyboard', async () => {
    await expect(bell).toHaveAccessibleName('Notificaciones')
    await bell.press('Enter')
    await expect(panel).toContainText('No tienes notificaciones.')
    await expect(panel.getByRole('heading')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bell).toBeFocused()
  })

  await test.step('reports two failures of different causes while the page is open', async () => {
    await expect(bell).toHaveAttribute('data-unread', 'false')
    await failOneAlertOf(stage, gold.webhookUrl)
    await expect(page.getByText('Envío para «Cruce»: Fallo definitivo')).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notificaciones, 1 sin leer')
    await expect(bell).toHaveAttribute('data-unread', 'true')
    await failOneAlertOf(stage, silver.webhookUrl, KICKED)
    await expect(bell).toHaveAccessibleName('Notificaciones, 2 sin leer')
    await bell.click()
    await expect(rows).toHaveText([/«Plata».*\d[sm] atrás/, /«Oro».*\d[sm] atrás/])
    await expect(panel).toContainText('2 sin leer de 2')
    await expect(panel.getByRole('button', { name: 'Limpiar Leídas' })).toBeHidden()
  })

  await test.step('marks one as read, and moves the focus to the next', async () => {
    await rows
      .first()
      .getByRole('button', { name: /^Marcar como leída/ })
      .press('Enter')
    await expect(panel).toContainText('1 sin leer de 2')
    await expect(rows.last().getByRole('button', { name: /^Marcar como leída/ })).toBeFocused()
    await expect.poll(async () => (await trader.api.notifications.list())[0]?.read).toBe(true)
  })

  await test.step('follows its link to the panel of the connection without a reload', async () => {
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await rows.first().getByRole('link', { name: 'Ver panel' }).click()
    await expect(page).toHaveURL(`${url}/connections/${silver.id}/panel`)
    await expect(panel).toBeHidden()
    await expect(page.locator('[data-same-page]')).toBeAttached()
  })

  await test.step('marks all as read, then clears them', async () => {
    await bell.click()
    await panel.getByRole('button', { name: 'Marcar Todas Como Leídas' }).click()
    await expect(panel).toContainText('0 sin leer de 2')
    await expect(bell).toHaveAccessibleName('Notificaciones')
    await panel.getByRole('button', { name: 'Limpiar Leídas' }).click()
    await expect(page.getByText('Notificaciones leídas limpiadas.')).toBeVisible()
    await expect(panel).toContainText('No tienes notificaciones.')
    expect(await trader.api.notifications.list()).toEqual([])
  })

  await test.step('shows each kind with its icon, and its age in the largest unit', async () => {
    const kinds = [
      { type: 'info', icon: 'info-circle', age: 42_000, said: '42s atrás' },
      { type: 'success', icon: 'circle-check', age: 12 * 60_000, said: '12m atrás' },
      { type: 'warning', icon: 'alert-triangle', age: 3 * 3_600_000, said: '3h atrás' },
      { type: 'error', icon: 'circle-x', age: 2 * 86_400_000, said: '2d atrás' },
    ]
    await page.clock.setFixedTime('2026-11-19T16:42:00Z')
    await page.route('**/api/notifications', route =>
      route.fulfill({
        json: kinds.map(({ type, age }) => ({
          id: type,
          type,
          title: type,
          message: '',
          timestamp: new Date(Date.parse('2026-11-19T16:42:00Z') - age).toISOString(),
          read: false,
          link: null,
        })),
      }),
    )
    await page.reload()
    await bell.click()
    await expect(rows).toHaveText(kinds.map(({ type, said }) => `${type}${said}`))
    for (const { type, icon } of kinds)
      await expect(rows.filter({ hasText: type }).locator(`.tabler-icon-${icon}`)).toBeVisible()
    await expect(rows.getByRole('link')).toHaveCount(0)
  })
})

// The failures provoked here make the browser log errors.
bare('takes back changes that the server refuses', async ({ page }) => {
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

  await page.goto(`${stage.url}/connections`)
  const patch = await hold(page, '**/api/connections/*', route => route.abort())
  const sending = page.getByRole('article').getByRole('switch')
  await sending.click()
  await expect(sending).not.toBeChecked()
  patch.release()
  await expect(page.getByText('Pregonero no responde.')).toBeVisible()
  await expect(sending).toBeChecked()
})

test('confines the view to a connection, and frees it again', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const silver = await trader.connect(botApi, { name: 'Plata' })
  const view = page.getByRole('link', { name: /^Panel:/ })
  const clear = page.getByRole('button', { name: 'Limpiar Vista' })
  await page.goto(`${url}/tags`)
  await expect(clear).toBeVisible()

  await test.step('on a desk', async () => {
    await select(page, gold)
    await expect(view).toHaveText('Panel: Oro')
    await expect(view).toHaveAttribute(
      'title',
      'Oro: solo el Panel y los avisos se limitan a ella.',
    )
    await expect.poll(() => selected(page)).toBe(gold.id.slice(0, 8))
    await view.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(view).toHaveAttribute('title', 'Oro')
    await page.goto(`${url}/tags`)
    await clear.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(view).toBeHidden()
    await expect.poll(() => selected(page)).toBeNull()
  })

  await test.step('before a reloaded page knows which connection it was', async () => {
    await select(page, gold)
    const connections = await hold(page, '**/api/connections')
    await page.goto(`${url}/tags`)
    await clear.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    connections.release()
    await expect(page.getByText('Plata').first()).toBeVisible()
    await expect(view).toBeHidden()
    await page.unroute('**/api/connections')
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/tags`)
    await expect(clear).toBeHidden()
    await select(page, gold)
    await expect(view).toHaveText('Panel: Oro')
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Limpiar Vista' }).click()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await expect(view).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('by itself, when the connection is deleted', async () => {
    await page.goto(`${url}/tags`)
    await select(page, gold)
    await expect(view).toHaveText('Panel: Oro')
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    await trader.api.connections.remove({ id: gold.id })
    await expect(view).toBeHidden()
    await expect.poll(() => selected(page)).toBeNull()
  })

  await test.step('by signing out', async () => {
    await select(page, silver)
    await expect(view).toHaveText('Panel: Plata')
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL(`${url}/login`)
    await expect.poll(() => selected(page)).toBeNull()
  })
})

bare('signs out in this browser even if the server does not answer', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.route('**/api/auth/sign-out', route => route.abort())
  await page.goto(`${stage.url}/tags`)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(page).toHaveURL(`${stage.url}/login`)
  await expect(page.getByText('la sesión sigue abierta en el servidor')).toBeVisible()
})

test('puts keys that are typed before the finder is loaded into its field, nowhere else', async ({
  page,
}) => {
  await using stage = await startSignedIn(page)
  const coming = Promise.withResolvers<void>()
  await page.route(/\/assets\/finder-/, async route => {
    await coming.promise
    await route.continue()
  })
  await page.goto(`${stage.url}/tags`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('g?histx')
  await page.keyboard.press('Backspace')
  coming.resolve()
  const finder = page.getByRole('dialog')
  await expect(finder.getByRole('textbox')).toHaveValue('g?hist')
  await page.keyboard.press('Escape')
  await expect(finder).toBeHidden()
  await expect(page.locator('.mantine-Spotlight-overlay')).toHaveCount(0)
  await expect(page).toHaveURL(`${stage.url}/tags`)

  // Its code is loaded now, but its field is not there yet.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      )
    press('k', true)
    for (const key of 'gh') press(key)
  })
  await expect(finder.getByRole('textbox')).toHaveValue('gh')
  await expect(page).toHaveURL(`${stage.url}/tags`)
})

test('finds screens, connections and templates by keyboard', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id } = await trader.connect(botApi, { name: 'Oro H1 Rupturas' })
  const finder = page.getByRole('dialog', { name: 'Buscar en todo, o hacer algo' })
  const find = async (text: string, label: string) => {
    await page.keyboard.press('Control+K')
    await expect(finder.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(text)
    await expect(finder.getByRole('button').first()).toHaveAccessibleName(label)
    await page.keyboard.press('Enter')
    await expect(finder).toBeHidden()
  }
  await page.goto(`${url}/tags`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()

  await find('historial', 'Historial de Alertas, G luego H')
  await expect(page).toHaveURL(`${url}/alerts`)
  await find('segur', 'Seguridad, G luego S')
  await expect(page).toHaveURL(`${url}/settings/security`)
  await find('rupturas oro', 'Oro H1 Rupturas')
  await expect(page).toHaveURL(`${url}/connections/${id}/panel`)
  await find('SENAL basica', 'Señal Básica de TradingView')
  await expect(page.getByRole('textbox', { name: 'Buscar plantillas' })).toHaveValue(
    'Señal Básica de TradingView',
  )

  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(finder.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(finder.getByRole('status')).toHaveText('Historial de Alertas, G luego H')
  await page.keyboard.type('zzzz')
  await expect(finder).toContainText('Nada coincide con «zzzz»')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeFocused()

  await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
  const name = page.getByRole('dialog').getByLabel('Nombre')
  await expect(name).toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Mía')
  await expect(name).toHaveValue('Mía')
})

test('labels each loader with the data it waits for', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id } = await trader.connect(botApi, { name: 'Oro' })
  expect(await (await page.request.get(url)).text()).toContain('Iniciando Pregonero...')
  const session = await hold(page, '**/api/auth/get-session')
  const profile = await hold(page, '**/api/profile')
  const first = await hold(page, '**/assets/tags-screen-*.js')
  const second = await hold(page, '**/assets/docs-screen-*.js')
  const loader = page.getByRole('status').filter({ hasText: '...' })
  await page.goto(`${url}/tags`)

  await expect(loader).toHaveText('Verificando sesión...')
  session.release()
  await expect(loader).toHaveText('Cargando tus datos...')
  profile.release()
  first.release()
  await expect(page.getByRole('heading', { name: 'Gestión de Etiquetas' })).toBeVisible()
  await page.getByRole('link', { name: 'Documentación' }).click()
  await expect(page.getByRole('main').getByText('Cargando tus datos...')).toBeVisible()
  second.release()
  await expect(page.getByRole('heading', { name: 'Documentación' })).toBeVisible()

  const connections = await hold(page, '**/api/connections')
  await page.goto(`${url}/connections/${id}/panel`)
  await expect(page.getByRole('main').getByText('Cargando datos de la conexión...')).toBeVisible()
  connections.release()
  await expect(page.getByRole('heading', { name: 'Panel Específico: Oro' })).toBeVisible()

  const list = await hold(page, '**/api/connections')
  await page.goto(`${url}/connections`)
  const skeletons = page.getByRole('status', { name: 'Cargando conexiones' }).locator('> *')
  await expect(skeletons).toHaveCount(3)
  list.release()
  await expect(page.getByRole('article', { name: 'Oro' })).toBeVisible()
})

bare('reports a page without a root to mount to', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.route(`${stage.url}/`, async route => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace('id="root"', '') })
  })
  await page.goto(`${stage.url}/`)
  await expect.poll(() => errors).toEqual(['Could not find root element to mount to'])
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

/** Fails an alert for a new cause, and returns once its owner has been notified. */
async function failOneAlertOf(
  { botApi, trader }: Stage,
  webhookUrl: string,
  refusal: typeof REFUSAL | typeof KICKED = REFUSAL,
) {
  const before = (await trader.api.notifications.list()).length
  botApi.fail({ times: 1 }, refusal)
  await postAlert(webhookUrl, { alert_name: 'Cruce' })
  await expect.poll(async () => (await trader.api.notifications.list()).length).toBe(before + 1)
}

/** Selects a connection by opening its panel, and returns to the page with a reload. */
async function select(page: Page, { id, name }: { id: string; name: string }) {
  const back = page.url()
  await page.goto(new URL(`/connections/${id}/panel`, back).href)
  await expect(page.getByRole('heading', { name: `Panel Específico: ${name}` })).toBeVisible()
  await page.goto(back)
}

/** The selected connection in the session storage of this tab. */
const selected = (page: Page) => page.evaluate(() => sessionStorage.getItem('selected-connection'))

/** Holds matching requests until `release` is called. */
async function hold(
  page: Page,
  address: string,
  answer = (route: Route): Promise<void> => route.continue(),
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    await answer(route)
  })
  return { release: resolve }
}
