import { DAY_MS } from '#shared/limits.ts'
import { apiOfToken } from '../support/trader.ts'
import { expect, startSignedIn, test } from './stage.ts'

test('creates, uses and removes a token', async ({ page, context }) => {
  await using stage = await startSignedIn(page)
  const { trader, url, db } = stage
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${url}/settings/security`)
  const create = page.getByRole('button', { name: 'Crear token' })
  const rows = page.getByRole('list', { name: 'Tokens de API' }).getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: 'Crear Token de API' })
  const shown = page.getByRole('dialog', { name: 'Token Creado' })
  const question = page.getByRole('dialog', { name: '¿Cerrar sin copiar el token?' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  let token = ''

  await test.step('explains the use of tokens when the list is empty', async () => {
    await expect(page.getByText('Aún no hay tokens')).toBeVisible()
  })

  await test.step('creates one by keyboard, read-only and for 90 days by default', async () => {
    await create.press('Enter')
    const name = dialog.getByRole('textbox', { name: 'Para qué es' })
    await expect(name).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Escribe para qué es.')).toBeVisible()
    await page.keyboard.type('Copia de cada noche')
    await expect(dialog.getByRole('radio', { name: 'Solo leer' })).toBeChecked()
    await expect(dialog.getByRole('combobox', { name: 'Caduca' })).toHaveValue('En 90 días')
    await expect(dialog).toContainText(/Vale hasta el \d\d\/\d\d\/\d{4}\./)
    await page.keyboard.press('Enter')
    await expect(shown).toBeVisible()
  })

  await test.step('shows it once, and asks before closing it uncopied', async () => {
    const code = shown.getByRole('region', { name: 'El token' }).locator('code')
    await expect(code).toHaveText(/^pgn_[0-9A-Za-z]{49}$/)
    token = (await code.textContent()) ?? ''
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await shown.getByRole('button', { name: 'Copiar token' }).click()
    await expect.poll(copied).toBe(token)
    await shown.getByRole('button', { name: 'Copiar orden' }).click()
    await expect
      .poll(copied)
      .toBe(`curl -H 'Authorization: Bearer ${token}' ${url}/api/connections`)
    await shown.getByRole('button', { name: 'Hecho' }).click()
    await expect(shown).toBeHidden()
    await expect(question).toBeHidden()
    await expect(create).toBeFocused()
    await expect(page.locator('body')).not.toContainText(token)
  })

  await test.step('lists its last characters, its expiry and its last use', async () => {
    await expect(rows).toHaveText([
      new RegExp(`^Copia de cada nocheSolo leerpgn_…${token.slice(-6)}Caduca el .*Sin usar$`),
    ])
    expect(await apiOfToken(url, token).connections.list()).toEqual([])
    await expect.poll(async () => (await trader.api.tokens.list())[0]?.lastUsedAt).not.toBeNull()
    await page.reload()
    await expect(rows).toHaveText([/Último uso: (ahora mismo|hace \d+ (s|min))/])
  })

  await test.step('allows a chosen day of expiry, or no expiry', async () => {
    await create.click()
    await dialog.getByRole('textbox', { name: 'Para qué es' }).fill('Bot de mi servidor')
    await dialog.getByText('Todo', { exact: true }).click()
    await expect(dialog).toContainText('Lee y cambia lo que hay en el panel')
    await dialog.getByRole('combobox', { name: 'Caduca' }).click()
    await page.getByRole('option', { name: 'El día que elijas' }).click()
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await expect(dialog.getByText('Elige un día.')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Mes siguiente' }).click()
    await page.locator('table button:not([data-outside])').first().click()
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await shown.getByRole('button', { name: 'Hecho' }).click()
    await question.getByRole('button', { name: 'Cerrar' }).click()
    await create.click()
    await dialog.getByRole('textbox', { name: 'Para qué es' }).fill('Panel de casa')
    await dialog.getByRole('combobox', { name: 'Caduca' }).click()
    await page.getByRole('option', { name: 'Nunca' }).click()
    await expect(dialog).toContainText('Vale hasta que lo elimines.')
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await shown.getByRole('button', { name: 'Copiar token' }).click()
    await shown.getByRole('button', { name: 'Hecho' }).click()
    await expect(rows).toHaveText([
      /^Panel de casa.*No caduca/,
      /^Bot de mi servidorTodo/,
      /^Copia/,
    ])
  })

  await test.step('marks an expired token', async () => {
    await db
      .updateTable('api_tokens')
      .set({ expires_at: Date.now() - DAY_MS })
      .where('name', '=', 'Panel de casa')
      .execute()
    await page.reload()
    await expect(rows.first()).toHaveText(/^Panel de casaCaducado.*Caducó el/)
  })

  await test.step('removes one after a question, and moves the focus on', async () => {
    await rows.last().getByRole('button', { name: 'Eliminar' }).click()
    const asked = page.getByRole('dialog', { name: 'Eliminar Token' })
    await expect(asked).toContainText('«Copia de cada noche»')
    await asked.getByRole('button', { name: 'Eliminar' }).press('Enter')
    await expect(page.getByText('Token «Copia de cada noche» eliminado.')).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expect(rows.last().getByRole('button', { name: 'Eliminar' })).toBeFocused()
    await expect(apiOfToken(url, token).connections.list()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  await test.step('moves the focus on even if the row disappears after the dialog', async () => {
    const list = '**/api/tokens'
    const stale = await (await page.request.get(`${url}/api/tokens`)).text()
    await page.route(list, route =>
      route.request().method() === 'GET'
        ? route.fulfill({ contentType: 'application/json', body: stale })
        : route.fallback(),
    )
    await rows.last().getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rows).toHaveCount(2)
    await page.unroute(list)
    await trader.api.tokens.create({ name: 'De otra página', scope: 'read', expiresAt: null })
    await expect(rows).toHaveText([/^De otra página/, /^Panel de casa/])
    await expect(rows.last().getByRole('button', { name: 'Eliminar' })).toBeFocused()
  })
})
