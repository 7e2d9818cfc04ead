import { setTimeout as pause } from 'node:timers/promises'
import { test as bare, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { MAX_PASSKEYS } from '#shared/limits.ts'
import { freePort } from '../support/free-port.ts'
import { insertPasskey } from '../support/insert-passkey.ts'
import { giveSecondFactor } from '../support/second-factor.ts'
import { PASSWORD } from '../support/trader.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

// The browser logs an error for each refusal before a confirmation.
bare('creates a passkey, signs in and confirms by it, removes it', extended, async ({ page }) => {
  const authenticator = await attachAuthenticator(page)
  await using stage = await startOnLocalhost(page)
  const { url, db } = stage
  await page.goto(`${url}/settings/security`)
  const card = cardOf(page)
  const keys = card.getByRole('listitem')
  const add = card.getByRole('button', { name: 'Añadir llave' })

  await bare.step('creates one, named after the browser', async () => {
    await expect(card).toContainText('Aún no hay llaves de acceso')
    await add.click()
    await expect(page.getByText('Llave de acceso añadida.')).toBeVisible()
    await expect(keys).toHaveText([/^Chrome en Linux.*Sin usar$/])
    const { credentials } = await authenticator.credentials()
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  })

  await bare.step('refuses a second one of a device', async () => {
    await add.click()
    await expect(
      page.getByText('Este dispositivo ya tiene una llave de acceso tuya.'),
    ).toBeVisible()
    await expect(keys).toHaveCount(1)
  })

  await bare.step('renames it by keyboard', async () => {
    const rename = keys.getByRole('button', { name: 'Cambiar nombre' })
    await rename.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cambiar Nombre' })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('El portátil')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(keys).toHaveText([/^El portátil/])
    await expect(rename).toBeFocused()
  })

  await bare.step('confirms the user, and resumes the request', async () => {
    await sql`update "session" set "authenticatedAt" = 1`.execute(db)
    await keys.getByRole('button', { name: 'Cambiar nombre' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('De casa')
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await confirm.getByRole('button', { name: 'Usar una llave de acceso' }).click()
    await expect(keys).toHaveText([/^De casa.*Último uso: (ahora|hace)/])
  })

  await bare.step('signs in again over the page', async () => {
    await keys.getByRole('button', { name: 'Cambiar nombre' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Del salón')
    await sql`delete from "session"`.execute(db)
    await page.keyboard.press('Enter')
    const again = page.getByRole('dialog', { name: 'Tu sesión terminó' })
    await again.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
    await expect(again).toBeHidden()
    const dialog = page.getByRole('dialog', { name: 'Cambiar Nombre' })
    await expect(dialog.getByRole('textbox')).toHaveValue('Del salón')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(keys).toHaveText([/^Del salón/])
  })

  await bare.step('signs in without e-mail and password', async () => {
    await offersInFields(page, false)
    // A pending request of the page survives the removal of the account's data.
    await page.route('**/api/passkeys/site', async route => {
      await pause(300)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const enter = page.getByRole('button', { name: 'Entrar con una llave de acceso' })
    await enter.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  await bare.step('offers it in the e-mail field', async () => {
    await offersInFields(page, true)
    // The page leaves it again at once.
    const passed = page.waitForURL(/\/login/)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await passed
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  await bare.step('refuses a user who is not verified', async () => {
    await offersInFields(page, false)
    await authenticator.sees(false)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const enter = page.getByRole('button', { name: 'Entrar con una llave de acceso' })
    const begun = page.waitForResponse('**/generate-authenticate-options')
    await enter.click()
    await begun
    await expect(enter).toBeEnabled()
    await expect(page).toHaveURL(/\/login/)
    await authenticator.sees(true)
    await enter.click()
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  await bare.step('removes it, after which it is refused', async () => {
    await page.goto(`${url}/settings/security`)
    // Target of the focus; a browser takes a while to say whether it can create passkeys.
    await expect(add).toBeVisible()
    await keys.getByRole('button', { name: 'Eliminar' }).click()
    const question = page.getByRole('dialog', { name: 'Eliminar Llave de Acceso' })
    await expect(question).toContainText('«Del salón» ya no abrirá tu cuenta.')
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByText('Llave de acceso eliminada.')).toBeVisible()
    await expect(add).toBeFocused()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page.getByText('Esta llave de acceso ya no vale: se eliminó.')).toBeVisible()
  })
})

bare('accepts a passkey as the second step over the page', extended, async ({ page }) => {
  await attachAuthenticator(page)
  await using stage = await startOnLocalhost(page)
  const { url, db, trader } = stage
  await page.goto(`${url}/settings/security`)
  const keys = cardOf(page).getByRole('listitem')
  await cardOf(page).getByRole('button', { name: 'Añadir llave' }).click()
  await expect(keys).toHaveCount(1)
  await giveSecondFactor(stage, trader.email)
  await keys.getByRole('button', { name: 'Cambiar nombre' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Del salón')
  await sql`delete from "session"`.execute(db)
  await page.keyboard.press('Enter')
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(again.getByLabel('Código de 6 cifras')).toBeFocused()
  await again.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Del salón')
})

test('says that the limit of passkeys is reached', extended, async ({ page }) => {
  await using stage = await startOnLocalhost(page)
  const { db, trader, url } = stage
  for (let n = 0; n < MAX_PASSKEYS; n += 1) await insertPasskey(db, trader.email, `Llave ${n}`)
  await page.goto(`${url}/settings/security`)
  const card = cardOf(page)
  await expect(card.getByRole('listitem')).toHaveCount(MAX_PASSKEYS)
  await expect(card).toContainText('Ya tienes 20 llaves de acceso, que es el máximo.')
  await expect(card.getByRole('button', { name: 'Añadir llave' })).toBeHidden()
})

test('says why passkeys do not work on another address', async ({ page }) => {
  await using stage = await startOnLocalhost(page)
  const elsewhere = stage.url.replace('localhost', '127.0.0.1')
  await page.goto(`${elsewhere}/login`)
  await expect(page.getByText(`Las llaves de acceso solo valen en ${stage.url}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar con una llave' })).toBeHidden()
  await page.getByRole('link', { name: stage.url }).click()
  await expect(page).toHaveURL(`${stage.url}/dashboard`)
})

const cardOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Llaves de acceso' }) })

/** Attaches a virtual built-in authenticator whose user is present and verified. */
async function attachAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: () => devTools.send('WebAuthn.getCredentials', { authenticatorId }),
    sees: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Sets, until the next load, whether fields offer passkeys: an offer is taken at once, before any press. */
const offersInFields = (page: Page, isAvailable: boolean): Promise<void> =>
  page.evaluate(is => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => is
  }, isAvailable)

/** Browsers allow passkeys for host names, but not for IP addresses. */
async function startOnLocalhost(page: Page) {
  const port = await freePort()
  return startSignedIn(page, { port, publicUrl: `http://localhost:${port}` })
}
