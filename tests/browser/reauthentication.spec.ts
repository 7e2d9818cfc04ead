// The browser logs an error for each refusal.
import { type Page, test } from '@playwright/test'
import type { Database } from '#server/store/engine/schema.ts'
import { insertSignInFailure } from '#server/store/rows/sign-in-failures.ts'
import { PASSWORD } from '../support/trader.ts'
import { expect, extended, startSignedIn } from './stage.ts'
import { violationsOn } from './violations.ts'

test(
  'asks for the password before an export if the sign-in is an hour old',
  extended,
  async ({ page, context }) => {
    await using stage = await startSignedIn(page)
    const { db, trader, url } = stage
    await page.goto(`${url}/settings`)
    const exportAll = page.getByRole('button', { name: /^Exportar Todas/ })
    const exported = () => page.waitForEvent('download')

    await test.step('skips the question after a recent sign-in', async () => {
      const file = exported()
      await exportAll.click()
      await file
      await expect(question(page)).toBeHidden()
    })

    await test.step('leaves the page unchanged after the button «Cancelar» or Escape', async () => {
      await age(db)
      for (const leave of [
        () => question(page).getByRole('button', { name: 'Cancelar' }).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        await exportAll.press('Enter')
        await expect(password(page)).toBeFocused()
        await expect(question(page).getByLabel('Correo electrónico')).toHaveValue(trader.email)
        await leave()
        await expect(question(page)).toBeHidden()
        await expect(exportAll).toBeFocused()
      }
      await expect(page.getByText('Confirma que eres tú para seguir.')).toBeHidden()
    })

    await test.step('reports a wrong password at the field, and goes on with the right one', async () => {
      await exportAll.press('Enter')
      await password(page).press('Enter')
      await expect(question(page)).toContainText('Escribe tu contraseña.')
      await password(page).fill('otra contraseña')
      await page.keyboard.press('Enter')
      await expect(question(page)).toContainText('La contraseña no es correcta.')
      await expect(password(page)).toBeFocused()
      expect(await violationsOn(page, { within: '[role=dialog]' })).toEqual([])
      const file = exported()
      await confirm(page)
      await file
      await expect(question(page)).toBeHidden()
      await expect(exportAll).toBeFocused()
    })

    await test.step('does not ask again for a while', async () => {
      const file = exported()
      await exportAll.click()
      await file
      await expect(question(page)).toBeHidden()
    })

    await test.step('accepts a confirmation in another tab', async () => {
      await age(db)
      await exportAll.press('Enter')
      await expect(question(page)).toBeVisible()
      const other = await context.newPage()
      await other.goto(`${url}/settings`)
      await other.getByRole('button', { name: /^Exportar Todas/ }).click()
      const files = Promise.all([exported(), other.waitForEvent('download')])
      await confirm(other)
      await files
      await expect(question(page)).toBeHidden()
      await other.close()
    })

    await test.step('closes it without an export when the page is left', async () => {
      await age(db)
      await exportAll.press('Enter')
      await expect(question(page)).toBeVisible()
      await page.goBack()
      await page.goForward()
      await expect(exportAll).toBeVisible()
      await expect(question(page)).toBeHidden()
    })

    await test.step('reports too many wrong passwords', async () => {
      const { userId } = await db.selectFrom('session').select('userId').executeTakeFirstOrThrow()
      for (let n = 0; n < 10; n++) await insertSignInFailure(db, userId, Date.now())
      await exportAll.press('Enter')
      await confirm(page)
      await expect(question(page).getByRole('alert')).toContainText('Demasiados intentos fallidos.')
      await expect(question(page)).toBeVisible()
    })

    await test.step('leads to the sign-in screen if the session ended meanwhile', async () => {
      await db.deleteFrom('session').execute()
      await confirm(page)
      await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
      await expect(question(page)).toBeHidden()
    })
  },
)

test('keeps the dialog of a reset open while it asks for the password', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { db, url } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: 'Reiniciar Todo' }).click()
  const reset = page.getByRole('dialog', { name: 'Reiniciar Todo' })
  const word = reset.getByLabel('Escribe REINICIAR para confirmar')
  await word.fill('reiniciar')
  await age(db)
  await word.press('Enter')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(word).toBeFocused()
  await expect(word).toHaveValue('reiniciar')
  await expect(reset.getByRole('alert')).toBeHidden()
  await word.press('Enter')
  await confirm(page)
  await expect(page.getByText('Toda la configuración ha sido reiniciada.')).toBeVisible()
  await expect(reset).toBeHidden()
})

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirma que eres tú' })
const password = (page: Page) => question(page).getByLabel('Contraseña', { exact: true })

async function confirm(page: Page): Promise<void> {
  await password(page).fill(PASSWORD)
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
}

/** Sets all sign-ins to an hour ago. */
const age = (db: Database) =>
  db
    .updateTable('session')
    .set({ authenticatedAt: Date.now() - 3_600_000 })
    .execute()
