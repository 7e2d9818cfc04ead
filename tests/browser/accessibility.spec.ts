import { test as bare, type Locator, type Page, type ViewportSize } from '@playwright/test'
import { insertSeries } from '../support/insert-series.ts'
import { postAlert } from '../support/webhook.ts'
import { clippedOn } from './clipped.ts'
import { smallTargetsOn } from './small-targets.ts'
import { cookiesOf, expect, extended, startSignedIn, test } from './stage.ts'
import { violationsOn } from './violations.ts'

/** Each screen, with the steps to take there before the check. */
const screens: {
  path: string
  open?: (page: Page) => Promise<void>
  /** Visitor, unless it is the trader: an account without data, or a browser without a session. */
  visitor?: 'newcomer' | 'stranger'
}[] = [
  { path: '/dashboard' },
  { path: '/dashboard', visitor: 'newcomer' },
  { path: '/dashboard', open: page => openDialog(page, 'Personalizar Panel') },
  { path: '/dashboard', open: page => openDialog(page, /^Notificaciones, [1-9]/) },
  {
    path: '/dashboard',
    open: async page => {
      await expect(page.getByText('En vivo', { exact: true })).toBeAttached()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    path: '/dashboard',
    open: async page => {
      if (isPhone(page)) return
      await page.locator('li > a[href^="/alerts#"]').last().hover()
      await expect(page.getByRole('tooltip').getByRole('img').first()).toBeVisible()
    },
  },
  {
    path: '/dashboard',
    open: async page => {
      await expect(page.getByText('En vivo', { exact: true })).toBeAttached()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible()
    },
  },
  { path: '/alerts' },
  {
    path: '/alerts',
    open: async page => {
      await page.getByText('Cruce alcista').first().click()
      await expect(page.getByRole('dialog').getByText('Recorrido')).toBeAttached()
    },
  },
  {
    path: '/alerts',
    open: async page => {
      await page.getByText('Alerta de Oro').first().click()
      await expect(
        page.getByRole('dialog').getByText('Tal como llegó', { exact: true }),
      ).toBeAttached()
    },
  },
  {
    path: '/alerts',
    open: async page => {
      if (isPhone(page)) await openDialog(page, 'Filtros')
      await page.getByRole('button', { name: /^Fechas/ }).click()
      await expect(page.getByRole('button', { name: 'Mes anterior' })).toBeVisible()
    },
  },
  {
    path: '/alerts',
    open: async page => {
      if (isPhone(page)) return
      await page.getByRole('button', { name: 'Exportar' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    path: '/alerts',
    open: async page => {
      if (isPhone(page)) await page.getByRole('button', { name: 'Más acciones' }).click()
      const purge = { name: 'Eliminar +30 Días' }
      await page.getByRole('button', purge).or(page.getByRole('menuitem', purge)).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    path: '/alerts',
    open: async page => {
      if (isPhone(page)) await page.getByRole('button', { name: 'Seleccionar' }).click()
      await page.getByRole('checkbox').first().check()
      await expect(page.getByText(/[1-9] seleccionada/)).toBeVisible()
    },
  },
  {
    path: '/alerts?status=failed',
    open: page => openDialog(page, /^Reenviar las/),
  },
  { path: '/alerts/queue', open: page => expect(dots(page)).toBeVisible() },
  { path: '/alerts/queue', visitor: 'newcomer' },
  {
    path: '/alerts/queue',
    open: async page => {
      await dots(page).click()
      await page.getByRole('menuitem', { name: /^Descartar/ }).click()
      await page.getByRole('combobox').click()
      await page.getByRole('option', { name: /una hora…$/ }).click()
      await expect(page.getByLabel('Horas')).toBeVisible()
    },
  },
  { path: '/watch', open: page => expect(page.getByText('Callada').first()).toBeVisible() },
  { path: '/watch', visitor: 'newcomer' },
  {
    path: '/watch',
    open: async page => {
      await page.getByRole('link', { name: 'Ruptura' }).click()
      await expect(page.getByRole('dialog').getByText('Tendría que haber llegado')).toBeVisible()
    },
  },
  {
    path: '/watch',
    open: async page => {
      await page.getByRole('button', { name: 'Acciones de Ruptura' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    path: '/watch?tab=conciliacion',
    open: page => expect(page.getByText('Solo lo ve esta instalación')).toBeVisible(),
  },
  {
    path: '/watch?tab=conciliacion',
    open: async page => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'TradingView_Alerts_Log.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(LOG),
      })
      await expect(page.getByRole('list', { name: 'Veredictos' })).toBeVisible()
    },
  },
  { path: '/watch', open: page => openDialog(page, 'Avisos') },
  { path: '/watch', open: page => openDialog(page, 'Crear Latido') },
  {
    path: '/watch',
    open: async page => {
      await page.getByRole('button', { name: 'Acciones de Latido BTC' }).click()
      await page.getByRole('menuitem', { name: 'Ponerlo en TradingView' }).click()
      await expect(page.getByRole('dialog', { name: 'Latido BTC' })).toBeVisible()
    },
  },
  { path: '/connections' },
  {
    path: '/connections',
    open: async page => {
      await openDialog(page, 'Editar')
      await page.getByRole('button', { name: 'Opciones avanzadas' }).click()
      await expect(page.getByLabel('Tema del foro')).toBeVisible()
    },
  },
  {
    path: '/connections',
    open: page => openDialog(page, 'Eliminar'),
  },
  {
    path: '/connections',
    open: page => openDialog(page, 'Generar JSON para TradingView'),
  },
  {
    path: '/connections',
    open: async page => {
      await page.getByRole('link', { name: 'Ver Panel Específico' }).first().click()
      await expect(page.getByText('Tiempo de entrega')).toBeVisible()
    },
  },
  {
    path: '/connections',
    open: async page => {
      await page.getByRole('link', { name: 'Ver Panel Específico' }).first().click()
      await page.getByRole('button', { name: 'Empezar a escuchar' }).click()
      await page.getByRole('button', { name: 'Enviar alerta de prueba' }).click()
      await page.getByRole('button', { name: /^¿No llega nada?/ }).click()
      await expect(page.getByText('desde tu navegador')).toBeVisible()
      await expect(page.getByText('La alerta está activa')).toBeVisible()
    },
  },
  {
    path: '/connections',
    open: async page => {
      await page.getByRole('link', { name: 'Ver Panel Específico' }).first().click()
      await openDialog(page, 'Eliminar')
    },
  },
  { path: '/templates' },
  {
    path: '/templates',
    open: async page => {
      await openDialog(page, 'Editar')
      await page.getByRole('region', { name: 'Botones' }).getByText('Copiar precio').click()
      await expect(page.getByLabel('Lo que copia')).toBeVisible()
    },
  },
  { path: '/templates', open: page => openDialog(page, 'Crear Nueva Plantilla') },
  { path: '/templates', open: page => openDialog(page, 'Eliminar') },
  { path: '/tv-alert-generator' },
  { path: '/tv-alert-generator', visitor: 'newcomer' },
  {
    path: '/tv-alert-generator',
    open: async page => {
      await openDialog(page, 'Editar')
      await page
        .getByRole('button', { name: /^Placeholders de TradingView/ })
        .first()
        .click()
      await expect(page.getByText('Cierre de la vela', { exact: true })).toBeVisible()
    },
  },
  { path: '/tv-alert-generator', open: page => openDialog(page, /^Generar JSON/) },
  { path: '/tags' },
  { path: '/tags', open: page => openDialog(page, 'Renombrar') },
  {
    path: '/error-log',
    open: async page => {
      await expect(page.locator('summary').first()).toBeVisible()
      for (const entry of await page.locator('summary').all()) await entry.click()
      await expect(page.getByText('"alertId"').first()).toBeVisible()
    },
  },
  { path: '/error-log', visitor: 'newcomer' },
  { path: '/settings' },
  { path: '/settings/security', open: page => expect(page.getByText('Sin usar')).toBeVisible() },
  { path: '/settings/security', visitor: 'newcomer' },
  { path: '/settings/security', open: page => openDialog(page, 'Crear token') },
  { path: '/settings', open: page => openDialog(page, /^Reiniciar/) },
  {
    path: '/settings',
    open: async page => {
      const buffer = Buffer.from(JSON.stringify(danglingFile))
      const chosen = { name: 'pregonero-2026-11-22.json', mimeType: 'application/json', buffer }
      await page.locator('input[type=file]').setInputFiles(chosen)
      await openDialog(page, 'Importar Configuraciones')
    },
  },
  { path: '/docs' },
  {
    path: '/docs?search=placeholder',
    open: page => expect(page.locator('mark').first()).toBeVisible(),
  },
  // From here on everything is paused.
  {
    path: '/alerts/queue',
    open: async page => {
      const pauseAll = page.getByRole('button', { name: 'Pausar todo' })
      await pauseAll.click()
      await expect(page.getByText('Todo está en pausa').first()).toBeVisible()
    },
  },
  { path: '/alerts', open: page => expect(pauseNote(page)).toBeVisible() },
  { path: '/dashboard', open: page => expect(pauseNote(page)).toBeVisible() },
  { path: '/login', visitor: 'stranger' },
]

const dots = (page: Page) => page.getByRole('button', { name: /^Acciones de/ }).first()

const pauseNote = (page: Page) => page.getByRole('note').filter({ hasText: 'Todo está en pausa' })

/** A file with a dangling reference. */
const danglingFile = {
  exportFormatVersion: 1,
  connections: [],
  messageTemplates: [],
  tradingViewAlertConfigs: [{ id: 'v', name: 'Cruce', connectionId: 'c', templateFields: {} }],
  dashboardWidgets: [],
}

/** One alert that never arrived, and one without a webhook. */
const LOG = `Alert ID,Ticker,Name,Description,Time,Webhook status
1,BTCUSDT,Ruptura,{},2026-01-30T10:00:00Z,Delivered
2,ETHUSDT,Cruce,{},2026-01-30T10:05:00Z,
`

async function openDialog(page: Page, button: string | RegExp) {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Small windows of their kind. */
const DESK: ViewportSize = { width: 1366, height: 768 }
const PHONE: ViewportSize = { width: 360, height: 740 }

/** Rules of axe to check: a second theme differs only in colours, and a phone has the same colours. */
type Rules = 'all' | 'colours' | 'all but colours'
const byColours = ['color-contrast', 'link-in-text-block']

/** `withStates`: with each dialog and menu of a screen too. */
type Pass = {
  name: string
  withStates: boolean
  viewport: ViewportSize
  themes: Record<string, Rules>
}

const bothThemes = { dark: 'all', light: 'colours' } as const

const passes: Pass[] = [
  { name: 'dark, on a desk', withStates: false, viewport: DESK, themes: { dark: 'all' } },
  {
    name: 'in each state, dark and light, on a desk',
    withStates: true,
    viewport: DESK,
    themes: bothThemes,
  },
  {
    name: 'in each state, on a phone',
    withStates: true,
    viewport: PHONE,
    themes: { dark: 'all but colours' },
  },
]

for (const { name, withStates, viewport, themes } of passes)
  test(
    `shows every screen accessibly and without clipping, ${name}`,
    withStates ? extended : {},
    async ({ page }) => {
      // Up to sixty screens, one after the other.
      test.slow()
      await using stage = await startSignedIn(page)
      await fill(stage)
      const cookies = {
        trader: cookiesOf(stage.trader.cookie, stage.url),
        newcomer: cookiesOf((await stage.signUp('eva')).cookie, stage.url),
        stranger: [],
      }
      await page.setViewportSize(viewport)

      const found: string[] = []
      for (const [who, theirs] of Object.entries(cookies)) {
        // The page left behind may still send requests, which are refused without its cookies.
        await page.goto('about:blank')
        await page.context().clearCookies()
        await page.context().addCookies(theirs)
        for (const { path, open, visitor = 'trader' } of screens) {
          if (visitor !== who || (open && !withStates)) continue
          await page.goto(`${stage.url}${path}`)
          await expect(page.getByRole('heading').first()).toBeVisible()
          await open?.(page)
          const where = `${path}${open ? ', opened' : ''}`
          for (const [theme, rules] of Object.entries(themes)) {
            await showIn(theme, page)
            found.push(
              ...(await violationsOf(rules, page)).map(
                violation => `${where}, ${theme}: ${violation}`,
              ),
            )
          }
          found.push(...(await clippedOn(page)).map(clipped => `${where}: ${clipped}`))
          if (isPhone(page))
            found.push(...(await smallTargetsOn(page)).map(target => `${where}: ${target}`))
        }
      }
      expect(found).toEqual([])
    },
  )

test('shows switches and the current screen under forced colours', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await postAlert(webhookUrl, { alert_name: 'Cruce' })
  await page.emulateMedia({ forcedColors: 'active' })
  const colorOf = (place: Locator, property: string) =>
    place.evaluate((it, name) => getComputedStyle(it).getPropertyValue(name), property)

  await page.goto(`${url}/connections`)
  const track = page.getByRole('article').locator('.mantine-Switch-track')
  await expect(track).toHaveCSS('border-top-width', '1px')
  const canvas = await colorOf(page.locator('body'), 'background-color')
  expect(await colorOf(track, 'background-color')).not.toBe(canvas)
  await page.getByRole('article').getByRole('switch').click()
  await expect(track).toHaveCSS('background-color', canvas)
  expect(await colorOf(track.locator('> *').first(), 'background-color')).not.toBe(canvas)

  const entries = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
  await expect(entries.filter({ hasText: 'Conexiones' })).toHaveCSS('outline-style', 'solid')
  await expect(entries.filter({ hasText: 'Plantillas' })).toHaveCSS('outline-style', 'none')
})

// The failures provoked here make the browser log errors.
bare('shows failures accessibly and without clipping', extended, async ({ page, context }) => {
  await using stage = await startSignedIn(page)
  await fill(stage)
  await page.setViewportSize(DESK)
  const { trader, url } = stage
  const found: string[] = []
  const look = async (where: string) => {
    await page.setViewportSize(PHONE)
    found.push(...(await clippedOn(page)).map(clipped => `${where}: ${clipped}`))
    await page.setViewportSize(DESK)
    for (const [theme, rules] of Object.entries<Rules>(bothThemes)) {
      await showIn(theme, page)
      // The editor measures itself once more after the page has changed its size.
      await expect.poll(() => violationsOf(rules, page), `${where}, ${theme}`).toEqual([])
    }
  }

  await page.goto(`${url}/connections`)
  await openDialog(page, 'Añadir Nueva Conexión')
  const form = page.getByRole('dialog')
  const bot = stage.botApi.addBot()
  bot.webhook = 'https://n8n.example.com/hook'
  await form.getByLabel('Token de Bot', { exact: true }).fill(bot.token)
  await expect(form.getByRole('note')).toContainText('n8n.example.com')
  await look('a bot that another program listens to')
  bot.webhook = ''
  await form.getByRole('button', { name: 'Comprobar otra vez' }).click()
  await expect(form.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  const title = 'Señales de oro y plata'
  const channel = stage.botApi.addChat({ id: -1_001_111, type: 'channel', title })
  stage.botApi.addToChannel(bot, channel)
  await expect(form.getByText('¿Es este el canal?', { exact: true })).toBeVisible()
  await look('a channel to be confirmed')
  await form.getByRole('button', { name: /^Sí, es/ }).click()
  await expect(form.getByText('Así ha llegado a tu chat')).toBeVisible()
  await look('the first message')

  // «Pendiente» is the longest label beside a title.
  const waiting = await trader.connect(stage.botApi, { name: 'Estaño' })
  stage.botApi.fail({ chatId: waiting.telegramChatId }, { kind: 'hang' })
  await postAlert(waiting.webhookUrl, crossing)
  await page.goto(`${url}/alerts`)
  await page.getByText('Cruce alcista').first().click()
  const detail = page.getByRole('dialog', { name: 'Cruce alcista' })
  await expect(detail.getByText('Recorrido')).toBeAttached()
  const id = new URL(page.url()).hash.slice(1)
  await trader.api.alerts.deleteMany({ ids: [id] })
  await expect(detail.getByRole('alert')).toContainText('Esta alerta se ha eliminado.')
  await expect(detail.getByRole('button', { name: 'Eliminar' })).toBeHidden()
  await look('a detail of what was deleted')

  await page.goto(`${url}/templates`)
  await openDialog(page, 'Editar')
  await page.getByRole('dialog').getByLabel('Nombre').fill('Mía')
  const [{ id: templateId = '', content = '' } = {}] = await trader.api.templates.list()
  await trader.api.templates.update({ id: templateId, name: 'Suya', content: `${content}\n…` })
  await page.getByRole('button', { name: 'Actualizar Plantilla' }).click()
  await expect(page.getByRole('dialog', { name: /^Alguien cambió/ })).toBeVisible()
  await look('two edits of one template')

  await context.setOffline(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('Sin conexión')).toBeVisible()
  await look('cut off')
  await context.setOffline(false)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()

  await openDialog(page, 'Editar')
  await page.getByRole('dialog').getByLabel('Nombre').fill('Mía')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Actualizar Plantilla' }).click()
  await expect(page.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible()
  await look('a session that ended')
  expect(found).toEqual([])
})

/** Changes the theme as another tab would, so that dialogs stay open. */
async function showIn(theme: string, page: Page) {
  await page.evaluate(
    newValue => dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })),
    theme,
  )
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
}

async function violationsOf(rules: Rules, page: Page): Promise<string[]> {
  if (rules === 'colours') return violationsOn(page, { runOnly: byColours })
  const left = rules === 'all but colours' ? [...byColours] : []
  // An open menu lies above the page, outside its landmarks.
  if (await page.getByRole('menu').isVisible()) left.push('region')
  const rulesLeft = Object.fromEntries(left.map(rule => [rule, { enabled: false }]))
  return violationsOn(page, { rules: rulesLeft })
}

type Stage = Awaited<ReturnType<typeof startSignedIn>>

const crossing = {
  symbol: 'BTCUSDT',
  side: 'buy',
  price: '1.10',
  alert_name: 'Cruce alcista de las medias de 200 velas',
}

/** One connection in order, one in trouble, one switched off, one whose chat is paused; alerts of each. */
async function fill({ botApi, trader, db }: Stage) {
  const fine = await trader.connect(botApi, { name: 'Oro', tags: ['metales'] })
  const blocked = await trader.connect(botApi, { name: 'Plata' })
  const off = await trader.connect(botApi, { name: 'Cobre' })
  botApi.addChat({ id: Number(blocked.telegramChatId), type: 'private', state: 'blocked' })
  await trader.api.connections.update({ id: off.id, isActive: false })
  await trader.api.tvConfigs.create({
    name: 'Cruce',
    connectionId: fine.id,
    templateFields: { symbol: '{{ticker}}', notes: '{{mía}}' },
    expiresOn: '2026-01-02',
  })
  await insertSeries(db, fine.id)
  await trader.api.heartbeats.create({ name: 'Latido BTC', everyMinutes: 5 })
  for (const { webhookUrl } of [fine, blocked, off]) await postAlert(webhookUrl, crossing)
  await postAlert(fine.webhookUrl, '{"ticker":"ETHUSDT","rsi":NaN}')
  await botApi.waitFor((_messages, requests) => requests.length === 3)
  const telegramBotToken = botApi.addBot().token
  const paused = await trader.connect(botApi, { name: 'Níquel', telegramBotToken })
  const laneId = `${telegramBotToken.split(':')[0]}:${paused.telegramChatId}`
  await trader.api.queue.pause({ laneId })
  for (const _ of [1, 2]) await postAlert(paused.webhookUrl, crossing)
  await trader.api.tokens.create({ name: 'Copia de cada noche', scope: 'read', expiresAt: null })
}
