import { readFile } from 'node:fs/promises'
import { test as bare, type Page } from '@playwright/test'
import { codeOf, turnOnSecondFactor } from '../support/second-factor.ts'
import { PASSWORD } from '../support/trader.ts'
import { clippedOn } from './clipped.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { violationsOn } from './violations.ts'

// The browser logs an error for each refusal.
bare(
  'sets up a second factor, asks for it, replaces it and removes it',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { url, db, trader } = stage
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${url}/settings/security`)
    const card = section(page, 'Verificación en dos pasos')
    const dialog = page.getByRole('dialog')
    let secret = ''
    let codes: string[] = []

    await bare.step('leaves no trace of an abandoned set-up', async () => {
      await card.getByRole('button', { name: 'Activar' }).click()
      await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await expect(card.getByRole('button', { name: 'Activar' })).toBeFocused()
      expect((await trader.api.secondFactor.read()).since).toBeNull()
    })

    await bare.step('ends a set-up without a confirmed identity', async () => {
      await db.updateTable('session').set({ authenticatedAt: 1 }).execute()
      await page.keyboard.press('Enter')
      const confirm = page.getByRole('dialog', { name: 'Confirma que eres tú' })
      await confirm.getByRole('button', { name: 'Cancelar' }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(card.getByRole('button', { name: 'Activar' })).toBeFocused()
      await db.updateTable('session').set({ authenticatedAt: Date.now() }).execute()
    })

    await bare.step('sets it up by keyboard, with a valid code', async () => {
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Copiar la clave' }).click()
      await expect.poll(() => copied(page)).toMatch(/^[A-Z2-7]{32}$/)
      secret = await copied(page)
      const field = dialog.getByLabel('Código que muestra la aplicación')
      await looksRight(page)
      await field.fill('12')
      await field.press('Enter')
      await expect(dialog.getByText('Escribe sus 6 cifras.')).toBeVisible()
      await field.fill(codeOf(secret, -20))
      await field.press('Enter')
      await expect(dialog.getByText(/El reloj de tu móvil va .* atrasado/)).toBeVisible()
      await expect(field).toBeFocused()
      await field.fill(codeOf(secret))
      await field.press('Enter')
    })

    await bare.step(
      'shows the recovery codes once, to be copied and downloaded as a file',
      async () => {
        const shown = dialog.getByRole('list', { name: 'Códigos de recuperación' })
        await expect(shown.getByRole('listitem')).toHaveCount(10)
        codes = await shown.getByRole('listitem').allTextContents()
        await looksRight(page)
        await page.keyboard.press('Escape')
        const question = page.getByRole('dialog', { name: '¿Cerrar sin guardar los códigos?' })
        await question.getByRole('button', { name: 'Cancelar' }).click()
        await dialog.getByRole('button', { name: 'Copiar' }).click()
        await expect.poll(() => copied(page)).toBe(codes.join('\n'))
        const downloading = page.waitForEvent('download')
        await dialog.getByRole('button', { name: 'Descargar' }).click()
        const file = await readFile(await (await downloading).path(), 'utf8')
        expect(file).toContain(codes.join('\n'))
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByText(codes[0] ?? '').last()).toBeVisible()
        await expect(dialog).toBeHidden()
        await page.emulateMedia({ media: 'screen' })
        await dialog.getByRole('button', { name: 'Ya los he guardado' }).click()
        await expect(card).toContainText('Te quedan 10 códigos de recuperación.')
        await expect(card).toContainText('Activada')
        await expect(card.locator(':focus')).toHaveText('Crear otros códigos')
        await looksRight(page, 'main')
      },
    )

    await bare.step('shows new codes in a dialog that has the focus', async () => {
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: 'Crear Otros Códigos' })
      await question.getByRole('button', { name: 'Crear Otros' }).press('Enter')
      const shown = page.getByRole('dialog', { name: 'Códigos de Recuperación' })
      const others = shown.getByRole('list', { name: 'Códigos de recuperación' })
      await expect(others.getByRole('listitem')).toHaveCount(10)
      codes = await others.getByRole('listitem').allTextContents()
      await expect(question).toBeHidden()
      await page.keyboard.press('Tab')
      await expect(shown.getByRole('button', { name: 'Cerrar' })).toBeFocused()
      await shown.getByRole('button', { name: 'Copiar' }).press('Enter')
      await page.keyboard.press('Escape')
      await expect(card.getByRole('button', { name: 'Crear otros códigos' })).toBeFocused()
    })

    await bare.step('asks for a code at the sign-in, and submits a pasted one', async () => {
      await signInAgain(page, { url, email: trader.email })
      const field = page.getByLabel('Código de 6 cifras')
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      await looksRight(page, 'main')
      await field.fill('000000')
      await expect(page.getByText('Ese código no es correcto.')).toBeVisible()
      await expect(field).toBeFocused()
      const code = codeOf(secret, 1)
      await page.evaluate(
        text => navigator.clipboard.writeText(text),
        `${code.slice(0, 3)} ${code.slice(3)}`,
      )
      await field.selectText()
      await page.keyboard.press('ControlOrMeta+v')
      await expect(page).toHaveURL(`${url}/dashboard`)
    })

    await bare.step('accepts a recovery code once', async () => {
      await signInAgain(page, { url, email: trader.email })
      await page.getByRole('button', { name: 'Volver' }).click()
      await expect(page.getByLabel('Correo electrónico')).toBeVisible()
      await signInAgain(page, { url, email: trader.email })
      await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
      const field = page.getByLabel('Código de recuperación', { exact: true })
      await expect(field).toBeFocused()
      await looksRight(page, 'main')
      await field.fill('aaaa-bbbb')
      await field.press('Enter')
      await expect(page.getByText('no es correcto o ya se ha usado.')).toBeVisible()
      await field.fill((codes[0] ?? '').toUpperCase().replaceAll('-', ' '))
      await field.press('Enter')
      await expect(page.getByText('Te quedan 9 códigos de recuperación.')).toBeVisible()
      await expect(page).toHaveURL(`${url}/dashboard`)
    })

    await bare.step(
      'leads from an expired challenge back to the password, with a reason',
      async () => {
        await signInAgain(page, { url, email: trader.email })
        await db.updateTable('second_factors').set({ since: 1 }).execute()
        await page.getByLabel('Código de 6 cifras').fill('000000')
        await expect(page.getByText('Ha pasado demasiado tiempo.')).toBeVisible()
        await expect(page.getByLabel('Correo electrónico')).toBeVisible()
      },
    )

    await bare.step('removes it', async () => {
      await signInAgain(page, { url, email: trader.email })
      await db.updateTable('second_factors').set({ last_step: 0 }).execute()
      await page.getByLabel('Código de 6 cifras').fill(codeOf(secret, 1))
      await expect(page).toHaveURL(`${url}/dashboard`)
      await page.goto(`${url}/settings/security`)
      await card.getByRole('button', { name: 'Quitar' }).click()
      await dialog.getByRole('button', { name: 'Quitar' }).click()
      await expect(page.getByText('Verificación en dos pasos quitada.')).toBeVisible()
      await expect(card.getByRole('button', { name: 'Activar' })).toBeVisible()
    })
  },
)

test('links to the authenticator app on a phone, without clipping', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/settings/security`)
  await section(page, 'Verificación en dos pasos').getByRole('button', { name: 'Activar' }).click()
  const open = page.getByRole('dialog').getByRole('link', { name: 'Abrir la aplicación' })
  await expect(open).toHaveAttribute('href', /^otpauth:\/\/totp\/Pregonero/)
  await looksRight(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await turnOnSecondFactor(stage.trader.api)
  await page.reload()
  await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await clippedOn(page)).toEqual([])
  }
})

/** Expects no clipping on the page, and no violations by axe in `part`. */
async function looksRight(page: Page, part = '[role="dialog"]'): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(one => one.playState !== 'running'),
  )
  expect(await clippedOn(page)).toEqual([])
  expect(await violationsOn(page, { within: part })).toEqual([])
}

async function signInAgain(
  page: Page,
  { url, email }: { url: string; email: string },
): Promise<void> {
  // The page left behind may still send requests, which bring the cookie back or lead elsewhere without it.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: /session_token/ })
  await page.goto(`${url}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByLabel('Código de 6 cifras')).toBeVisible()
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
