// The browser logs an error for each 401.
import { type Page, test } from '@playwright/test'
import { MAX_PASSWORD_LENGTH } from '#shared/limits.ts'
import { codeOf, giveSecondFactor } from '../support/second-factor.ts'
import { apiOf, PASSWORD, signIn, type Trader } from '../support/trader.ts'
import { cookiesOf, expect, extended, startSignedIn } from './stage.ts'

test('resumes an edit after the session has ended', extended, async ({ page, context }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const eva = await stage.signUp('eva')
  const { id } = await trader.connect(botApi, { name: 'Oro' })
  const edit = page.getByRole('dialog', { name: 'Editar Conexión de Telegram' })
  const description = edit.getByLabel('Descripción')
  const openEdit = async (text: string) => {
    await page.goto(`${url}/connections`)
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Editar' }).click()
    await description.fill(text)
  }

  await test.step('signs in again over the page, and keeps the typed text', async () => {
    await openEdit('Solo Londres')
    await endSession(trader)
    await expect(asked(page).getByLabel('Correo electrónico')).toHaveValue(trader.email)
    await expect(asked(page).getByLabel('Contraseña', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await signInAgain(page, 'otra contraseña')
    await expect(asked(page).getByRole('alert')).toContainText('incorrectos')
    await signInAgain(page)
    await expect(asked(page)).toHaveCount(0)
    await expect(description).toHaveValue('Solo Londres')
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    await edit.getByRole('button', { name: 'Actualizar Conexión' }).click()
    await expect(page.getByText('Conexión "Oro" actualizada.')).toBeVisible()
  })

  const again = async () => apiOf(url, await signIn(url, trader.email))
  await test.step('fails a save that first meets the ended session, with a sentence', async () => {
    await page.route('**/api/events', route => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Editar' }).click()
    await description.fill('Solo Tokio')
    await context.clearCookies()
    const save = edit.getByRole('button', { name: 'Actualizar Conexión' })
    await save.press('Enter')
    await signInAgain(page, 'x'.repeat(MAX_PASSWORD_LENGTH + 1))
    await expect(asked(page).getByRole('alert')).toContainText('incorrectos')
    await signInAgain(page)
    await expect(edit.getByRole('alert')).toContainText('Tu sesión había terminado.')
    await expect(save).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(edit).toBeHidden()
    expect((await (await again()).connections.read({ id })).description).toBe('Solo Tokio')
    await page.unroute('**/api/events')
  })

  await test.step('asks before a reload only while something is typed', async () => {
    const questions: string[] = []
    page.on('dialog', async question => {
      questions.push(question.type())
      await question.accept()
    })
    await openEdit('Solo Sídney')
    await page.reload()
    expect(questions).toEqual(['beforeunload'])
    await page.reload()
    expect(questions).toHaveLength(1)
  })

  await test.step('accepts a sign-in as the same user in another tab', async () => {
    await openEdit('Solo París')
    await endSessionOf(page)
    await expect(asked(page)).toBeVisible()
    await context.addCookies(cookiesOf(await signIn(url, trader.email), url))
    await focusWindow(page)
    await expect(asked(page)).toHaveCount(0)
    await expect(description).toHaveValue('Solo París')
  })

  await test.step('discards everything after a sign-in as another user in another tab', async () => {
    await openEdit('Secreto de marta')
    await endSessionOf(page)
    await expect(asked(page)).toBeVisible()
    await context.addCookies(cookiesOf(eva.cookie, url))
    await focusWindow(page)
    await expect(page.getByText('eva@example.com')).toBeVisible()
    await expect(page).toHaveURL(`${url}/dashboard`)
    await page.getByRole('link', { name: 'Conexiones' }).click()
    await expect(page.getByText('Aún no hay conexiones')).toBeVisible()
    await expect(page.getByText('Oro')).toHaveCount(0)
    await expect(page.getByText('Secreto de marta')).toHaveCount(0)
  })

  await test.step('discards the edit for good', async () => {
    // The page is left first, so that it sends no request during the sign-in.
    await page.goto('about:blank')
    await context.clearCookies()
    await context.addCookies(cookiesOf(await signIn(url, trader.email), url))
    await openEdit('Otro secreto')
    await endSessionOf(page)
    await asked(page).getByRole('button', { name: 'Descartar y salir' }).click()
    await page.getByLabel('Correo electrónico').fill(eva.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByText('Aún no hay conexiones')).toBeVisible()
    await expect(page.getByText('Otro secreto')).toHaveCount(0)
  })
})

test('asks for a sign-in at once on return to an ended session', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, url } = stage
  await endSession(trader)
  await page.goto(`${url}/settings/security`)
  await page.getByLabel('Correo electrónico').fill(trader.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/settings/security`)
})

test('resumes the first steps after the session has ended', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(stage.url)
  const name = page.getByLabel('Nombre de Conexión')
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Lo escribo yo' }).click()
  await name.fill('BTC Scalping 5m')
  await endSession(stage.trader)
  await signInAgain(page)
  await expect(asked(page)).toHaveCount(0)
  await expect(name).toHaveValue('BTC Scalping 5m')
})

test('resumes after a sign-in with a second factor', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { secret } = await giveSecondFactor(stage, stage.trader.email)
  await page.goto(`${stage.url}/settings`)
  const typed = page.getByLabel('Contraseña actual')
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await typed.fill(PASSWORD)
  await endSession(stage.trader)
  await signInAgain(page)
  const code = asked(page).getByLabel('Código de 6 cifras')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await expect(asked(page).getByText('Ese código no es correcto.')).toBeVisible()
  await asked(page).getByRole('button', { name: 'Volver' }).click()
  await signInAgain(page)
  await code.fill(codeOf(secret, 1))
  await expect(asked(page)).toHaveCount(0)
  await expect(typed).toHaveValue(PASSWORD)
})

test('keeps a typed password after the session has ended', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/settings`)
  const password = page.getByLabel('Contraseña actual')
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  await password.fill(PASSWORD)
  await endSession(stage.trader)
  await signInAgain(page)
  await expect(asked(page)).toHaveCount(0)
  await expect(password).toHaveValue(PASSWORD)
})

const asked = (page: Page) => page.getByRole('dialog', { name: 'Tu sesión terminó' })

async function signInAgain(page: Page, password = PASSWORD) {
  await asked(page).getByLabel('Contraseña', { exact: true }).fill(password)
  await asked(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
}

async function endSession({ api }: Pick<Trader, 'api'>) {
  const current = (await api.sessions.list()).find(({ isCurrent }) => isCurrent)
  await api.sessions.end({ id: current?.id ?? '' })
}

/** Ends the browser's current session. */
async function endSessionOf(page: Page) {
  const cookies = await page.context().cookies()
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await endSession({ api: apiOf(new URL(page.url()).origin, header) })
}

/** Simulates the return from another tab. */
const focusWindow = (page: Page) =>
  page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
