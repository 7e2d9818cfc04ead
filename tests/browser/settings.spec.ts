import { test as bare, type Locator, type Page } from '@playwright/test'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { DAY_MS, SAVED_MESSAGE_MS } from '#shared/limits.ts'
import { alertRow } from '../support/rows.ts'
import { apiOf, PASSWORD, signIn } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { timersRun } from './timers-run.ts'

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'
const NEW_PASSWORD = 'otra contraseña larga'

test('shows connections, and changes sessions and preferences', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, db, trader, url } = stage
  const elsewhere = apiOf(url, await signIn(url, trader.email, PASSWORD, { 'user-agent': EDGE }))
  await page.goto(`${url}/settings`)

  await test.step('counts connections, and leads to them', async () => {
    const card = section(page, 'Integración con Telegram')
    await expect(card).toContainText('0 conexiones · 0 activas')
    await trader.connect(botApi)
    await expect(card).toContainText('1 conexión · 1 activa')
    await expect(card.getByRole('link', { name: 'Ir a Conexiones' })).toHaveAttribute(
      'href',
      '/connections',
    )
    expect((await card.boundingBox())?.width).toBe(1016)
  })

  await test.step('opens security as a separate view, also by keyboard', async () => {
    const [general, security] = ['General', 'Seguridad'].map(name =>
      page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name }),
    ) as [Locator, Locator]
    await expect(general).toHaveAttribute('aria-current', 'page')
    await general.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}/settings/security`)
    await expect(security).toHaveAttribute('aria-current', 'page')
    await expect(general).not.toHaveAttribute('aria-current')
    await expect(security).toBeFocused()
    await expect(page).toHaveTitle('Configuración · Pregonero')
    await page.getByRole('link', { name: 'Cambiar contraseña' }).press('Enter')
    await expect(page.getByLabel('Contraseña actual')).toBeFocused()
    await page.goBack()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible()
    await page.goto(`${url}/settings#contrasena`)
    await expect(page.getByLabel('Contraseña actual')).toBeFocused()
  })

  await test.step('leads there from the user’s e-mail address', async () => {
    await page.getByRole('link', { name: trader.email }).click()
    await expect(page).toHaveURL(`${url}/settings/security`)
  })

  const sessions = page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')
  const endOthers = page.getByRole('button', { name: 'Cerrar todas las demás' })

  await test.step('ends another session after a question', async () => {
    await expect(sessions).toHaveText([
      /^nodeActiva ahoraesta máquina127.0.0.1Desde el .*Este navegador$/,
      /^Edge en WindowsActiva ahoraesta máquina127.0.0.1Desde el .*Cerrar$/,
    ])
    await sessions.last().getByRole('button', { name: 'Cerrar' }).click()
    const question = page.getByRole('dialog', { name: 'Cerrar Sesión en otro Navegador' })
    await expect(question).toContainText('Edge en Windows tendrá que volver a iniciar sesión.')
    await question.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page.getByText('Sesión cerrada.')).toBeVisible()
    await expect(sessions).toHaveText([/^node.*Este navegador$/])
    await expect(endOthers).toBeHidden()
    await expect(page.getByRole('list', { name: 'Sesiones abiertas' })).toBeFocused()
    await expect(elsewhere.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  await test.step('ends all other sessions, including newly opened ones', async () => {
    for (const agent of ['Firefox/133.0', 'curl/8.9.1'])
      await signIn(url, trader.email, PASSWORD, { 'user-agent': agent })
    await page.getByRole('link', { name: 'Documentación' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Documentación' })).toBeVisible()
    await page.getByRole('link', { name: trader.email }).click()
    await expect(sessions).toHaveText([/^node/, /^curl/, /^Firefox/])
    await endOthers.press('Enter')
    const question = page.getByRole('dialog', { name: 'Cerrar Todas las Demás' })
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await page.goForward()
    await endOthers.press('Enter')
    await question.getByRole('button', { name: 'Cerrar Todas' }).press('Enter')
    await expect(page.getByText('2 sesiones cerradas.')).toBeVisible()
    await expect(sessions).toHaveCount(1)
  })

  const saved = page.getByText('¡Preferencias guardadas!')

  await page.getByRole('link', { name: 'General' }).click()

  await test.step('changes dark mode at once, here and in the bar', async () => {
    const dark = page.getByRole('switch', { name: 'Modo oscuro' })
    const html = page.locator('html')
    await expect(dark).toBeChecked()
    await dark.press('Space')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
    await page.getByRole('button', { name: 'Cambiar a modo oscuro' }).click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(dark).toBeChecked()
  })

  await test.step('shows no toasts without notifications, while alerts go on', async () => {
    const preferences = section(page, 'Preferencias')
    const { webhookUrl } = await trader.connect(botApi, { name: 'BTC' })
    await expect(section(page, 'Integración con Telegram')).toContainText('2 conexiones')
    await page.getByRole('switch', { name: 'Notificaciones' }).press('Space')
    await expect(saved).toBeVisible()
    // One toast at a time.
    await page.getByRole('alert').filter({ has: saved }).getByRole('button').click()
    await expect(saved).toBeHidden()
    expect(await trader.api.profile.read()).toMatchObject({ notificationsEnabled: false })
    await postAlert(webhookUrl, { alert_name: 'Callada' })
    // Read again after the event of this alert.
    await expect(preferences).toContainText('El último llegó desde 127.0.0.1.')
    await expect(page.getByText(/^Alerta «Callada»/)).toHaveCount(0)
    await page.getByRole('switch', { name: 'Notificaciones' }).press('Space')
    await expect(saved).toBeVisible()
    await page.getByRole('alert').filter({ has: saved }).getByRole('button').click()
    await expect(saved).toBeHidden()
    await postAlert(webhookUrl, { alert_name: 'Sonora' })
    await expect(page.getByText(/^Alerta «Sonora» (recibida|entregada)/)).toBeVisible()
  })

  await test.step('accepts only TradingView’s webhooks, and warns that the last one came from elsewhere', async () => {
    const only = page.getByRole('switch', { name: 'Solo desde TradingView' })
    const preferences = section(page, 'Preferencias')
    await expect(preferences).toContainText('El último llegó desde 127.0.0.1.')
    await expect(preferences.getByRole('note')).toHaveCount(0)
    const kept = async () => (await trader.api.profile.read()).onlyTradingview
    const question = page.getByRole('dialog', { name: 'Rechazar los Demás Webhooks' })
    const warning = 'no llegó desde una dirección de TradingView'
    await only.press('Space')
    await expect(question).toContainText(warning)
    await question.getByRole('button', { name: 'Cancelar' }).press('Enter')
    await expect(question).toBeHidden()
    await expect(only).not.toBeChecked()
    expect(await kept()).toBe(false)
    await only.press('Space')
    await question.getByRole('button', { name: 'Rechazar' }).click()
    await expect.poll(kept).toBe(true)
    await expect(preferences.getByRole('note')).toContainText(warning)
    await only.press('Space')
    await expect.poll(kept).toBe(false)
    await expect(preferences.getByRole('note')).toHaveCount(0)
  })

  await test.step("finds a time zone by its place, the browser's first, and uses it in messages", async () => {
    const zone = page.getByRole('combobox', { name: 'Zona horaria' })
    const options = page.getByRole('option')
    await expect(zone).toHaveValue('La de la instalación: Europe/Madrid')
    await zone.click()
    await expect(options.first()).toHaveText(/^La de este navegador: Europe\/Madrid\d\d:\d\d$/)
    await page.keyboard.type('nueva york')
    await expect(options).toHaveText([/^America\/New_YorkNueva York\d\d:\d\d$/])
    await timersRun(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(zone).toHaveValue('America/New_York')
    const kept = async () => (await trader.api.profile.read()).ownTimeZone
    await expect.poll(kept).toBe('America/New_York')
    await page.reload()
    await expect(zone).toHaveValue('America/New_York')

    const { id: templateId } = await trader.api.templates.create({
      name: 'Hora',
      content: '{{timestamp}}',
    })
    const { webhookUrl } = await trader.connect(botApi, { name: 'Reloj', templateId })
    await postAlert(webhookUrl, { a: 1 })
    const sent = () => botApi.messages.at(-1)?.text
    await expect.poll(sent).toMatch(/ GMT-[45]$/)
    const [alert] = await trader.api.alerts.recent({ limit: 1 })
    if (alert) await trader.api.alerts.deleteMany({ ids: [alert.id] })

    await zone.click()
    await page.keyboard.type('instalacion')
    await options.first().click()
    await expect.poll(kept).toBeNull()
  })

  await test.step('asks before a shorter history deletes alerts', async () => {
    const { user_id } = await db.selectFrom('profiles').select('user_id').executeTakeFirstOrThrow()
    const received_at = Date.now() - 60 * DAY_MS
    const old = {
      user_id,
      connection_id: 'gone',
      name: 'Vieja',
      received_at,
      status: 'success',
    } as const
    await transaction(db, trx => insertAlerts(trx, [alertRow(old)]))
    const history = page.getByRole('combobox', { name: 'Conservar historial' })
    const keep = async (time: string) => {
      await history.click()
      await page.getByRole('option', { name: time }).click()
    }
    const kept = async () => (await trader.api.profile.read()).historyDays
    await keep('90 días')
    await expect.poll(kept).toBe(90)
    await keep('30 días')
    const question = page.getByRole('dialog', { name: 'Conservar Menos Historial' })
    await expect(question).toContainText('Se borrará 1 alerta de hace más de 30 días, y')
    await question.getByRole('button', { name: 'Cancelar' }).press('Enter')
    await expect(question).toBeHidden()
    expect(await kept()).toBe(90)
    await expect(history).toHaveValue('90 días')
    await keep('30 días')
    await question.getByRole('button', { name: 'Guardar y Borrar' }).click()
    await expect.poll(kept).toBe(30)
    const left = async () => (await trader.api.alerts.list({})).items.map(({ name }) => name)
    await expect.poll(left).toEqual(['Sonora', 'Callada'])
    await keep('Siempre')
    await expect.poll(kept).toBeNull()
    await expect(question).toBeHidden()
  })
})

test('takes the time zone of the first visit, unless the account is set up', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, url } = stage
  const other = await stage.signUp('otra')
  await other.api.profile.update({ initialSetupComplete: true })
  for (const { email } of [other, trader]) {
    // The page left behind may still send requests, which are refused without its cookies.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${url}/login`)
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  }
  const zoneOf = async ({ api }: Pick<typeof trader, 'api'>) =>
    (await api.profile.read()).ownTimeZone
  await expect.poll(() => zoneOf(trader)).toBe('Europe/Madrid')
  expect(await zoneOf(other)).toBeNull()
})

test('confirms saved preferences for 3 s', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.clock.install()
  await page.goto(`${stage.url}/settings`)
  const saved = page.getByText('¡Preferencias guardadas!')
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('switch', { name: 'Notificaciones' }).press('Space')
  await expect(saved).toBeVisible()
  await page.clock.runFor(2_900)
  await expect(saved).toBeVisible()
  await page.clock.runFor(200)
  await expect(saved).toBeHidden()
})

// The failures provoked here make the browser log errors.
bare('takes back two quick changes that fail, one after the other', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/settings`)
  const notifications = page.getByRole('switch', { name: 'Notificaciones' })
  const shortcuts = page.getByRole('switch', { name: 'Atajos de una tecla' })
  await expect(notifications).toBeChecked()
  await expect(shortcuts).toBeChecked()
  const refusals: (() => Promise<void>)[] = []
  await page.route('**/api/profile', route => {
    if (route.request().method() !== 'PATCH') return route.abort()
    refusals.push(() => route.fulfill({ status: 500, json: {} }))
  })
  await notifications.press('Space')
  await shortcuts.press('Space')
  await expect.poll(() => refusals.length).toBe(1)
  await expect(shortcuts).not.toBeChecked()
  await refusals[0]?.()
  await expect(notifications).toBeChecked()
  await expect(shortcuts).not.toBeChecked()
  await expect.poll(() => refusals.length).toBe(2)
  await refusals[1]?.()
  await expect(shortcuts).toBeChecked()
  await expect(notifications).toBeChecked()
})

bare('changes the password', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, url } = stage
  const elsewhere = apiOf(url, await signIn(url, trader.email))
  await page.clock.install()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/settings`)
  const account = section(page, 'Cuenta')
  const present = account.getByLabel('Contraseña actual')
  const fresh = account.getByLabel('Nueva contraseña (opcional)')
  const done = account.getByText('¡Detalles de cuenta actualizados!')

  await bare.step('shows e-mail and name, and saves no unchanged account', async () => {
    await expect(account.getByLabel('Correo electrónico')).toHaveValue(trader.email)
    await expect(account.getByLabel('Correo electrónico')).toBeDisabled()
    await expect(account.getByLabel('Nombre')).toHaveValue('marta')
    await account.getByRole('button', { name: 'Actualizar Cuenta' }).click()
    await expect(account.getByRole('status')).toHaveText('No hay cambios que guardar.')
  })

  await bare.step('focuses the first invalid field', async () => {
    await fresh.fill('corta')
    await fresh.press('Enter')
    await expect(account).toContainText('Escribe tu contraseña actual.')
    await expect(account).toContainText('La contraseña necesita al menos 10 caracteres.')
    await expect(present).toBeFocused()
    await present.fill('no es esta')
    await present.press('Enter')
    await expect(fresh).toBeFocused()
    await fresh.fill('')
    await fresh.press('Enter')
    await expect(account).toContainText('Escribe la nueva contraseña.')
  })

  await bare.step('rates the new password while it is typed', async () => {
    await fresh.fill('123456789')
    await expect(account).toContainText('Al menos 10 caracteres, y que no sea de las más usadas.')
    for (const [typed, said] of [
      ['1q2w3e4r5t', 'Es de las más usadas o salió en una filtración.'],
      ['marta@example.com', 'Se adivina: tu correo y palabras como «pregonero» no cuentan'],
      [NEW_PASSWORD, 'Esta sirve.'],
    ] as const) {
      await fresh.fill(typed)
      await expect(account).toContainText(said)
    }
    // Only the server knows this one.
    await fresh.fill('transporte')
    await expect(account).toContainText('Esta sirve.')
    await fresh.press('Enter')
    await expect(fresh).toBeFocused()
    await expect(account).toContainText('Es de las más usadas o salió en una filtración.')
  })

  await bare.step('reports a wrong password, and too many attempts', async () => {
    await fresh.fill(NEW_PASSWORD)
    await fresh.press('Enter')
    await expect(account).toContainText('La contraseña actual no es correcta.')
    await expect(present).toBeFocused()
    await expect(fresh).toHaveValue(NEW_PASSWORD)
    const path = '**/api/auth/change-password'
    await page.route(path, route => route.fulfill({ status: 429, json: {} }))
    await present.fill(PASSWORD)
    await present.press('Enter')
    await expect(account.getByRole('alert')).toHaveText(
      'Demasiados intentos. Espera un minuto y vuelve a intentarlo.',
    )
    await page.unroute(path)
  })

  await bare.step('ends all other sessions after the change', async () => {
    await account.getByRole('button', { name: 'Mostrar lo escrito' }).last().click()
    await expect(fresh).toHaveAttribute('type', 'text')
    await fresh.press('Enter')
    await expect(done).toBeVisible()
    await expect(account.getByRole('status')).toHaveText('¡Detalles de cuenta actualizados!')
    await expect(present).toHaveValue('')
    await expect(fresh).toHaveValue('')
    await page.clock.fastForward(SAVED_MESSAGE_MS)
    await expect(done).toBeHidden()
    await expect(elsewhere.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await page.goto(`${url}/settings/security`)
    await expect(page.getByRole('list', { name: 'Sesiones abiertas' })).toHaveText(
      /^Chrome en Linux.*Este navegador$/,
    )
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    await signIn(url, trader.email, NEW_PASSWORD)
  })
})

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
