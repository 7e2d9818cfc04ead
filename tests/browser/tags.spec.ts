import { test as bare, type Page } from '@playwright/test'
import { clippedOn } from './clipped.ts'
import { expect, startSignedIn, test } from './stage.ts'

const ODD = 'oro/plata 50%.. ñ🚀'

test('finds, renames and deletes tags on all connections at once', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  await page.goto(`${url}/tags`)

  await test.step('explains where tags come from when there are none yet', async () => {
    await expect(page.getByText('Aún no hay etiquetas')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ir a Conexiones' })).toBeVisible()
    await expect(page.getByLabel('Buscar etiquetas')).toBeHidden()
  })

  await test.step('adds them live, with counts', async () => {
    await trader.connect(botApi, { name: 'BTC', tags: ['cripto', 'scalping'] })
    await trader.connect(botApi, { name: 'ETH', tags: ['cripto'] })
    await trader.connect(botApi, { name: 'Oro', tags: ['cripto', ODD] })
    await expect(rows(page)).toHaveText([
      /^cripto3 conexiones/,
      new RegExp(`^${ODD}1 conexión`),
      /^scalping1 conexión/,
    ])
    expect((await page.getByRole('list', { name: 'Etiquetas' }).boundingBox())?.width).toBe(1016)
  })

  await test.step('shows the actions for the mouse and for the keyboard', async () => {
    const actions = rows(page).locator('div')
    await expect(actions.first()).toHaveCSS('opacity', '0')
    await rows(page).first().hover()
    await expect(actions.first()).toHaveCSS('opacity', '1')
    await rows(page).last().getByRole('button', { name: 'Eliminar' }).focus()
    await expect(actions.last()).toHaveCSS('opacity', '1')
  })

  await test.step('keeps a search in the address', async () => {
    const search = page.getByLabel('Buscar etiquetas')
    await search.fill('RIP')
    await expect(rows(page)).toHaveText([/^cripto/])
    await expect(page.getByText('1 de 3 etiquetas')).toBeVisible()
    await expect(page).toHaveURL(`${url}/tags?search=RIP`)
    await search.fill('nada')
    await expect(page.getByText('Ninguna etiqueta coincide')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('renames by keyboard, and only to an unused name', async () => {
    await rows(page).first().getByRole('button', { name: 'Renombrar' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Renombrar Etiqueta' })
    const name = dialog.getByLabel('Nuevo Nombre para la Etiqueta')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('cripto')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Ese es el nombre que ya tiene.')
    await name.fill('  ')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Escribe el nuevo nombre de la etiqueta.')
    await name.fill('..')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Una etiqueta no puede llamarse «.» ni «..».')
    await name.fill('scalping')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Ya existe una etiqueta con ese nombre.')
    await expect(name).toBeFocused()

    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
    await question.getByRole('button', { name: 'Cancelar' }).press('Enter')
    await expect(question).toBeHidden()
    await name.fill('monedas')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Etiqueta renombrada de "cripto" a "monedas".')).toBeVisible()
    await expect(dialog).toBeHidden()
    const row = rows(page).filter({ hasText: 'monedas3 conexiones' })
    await expect(row.getByRole('button', { name: 'Renombrar' })).toBeFocused()
  })

  await test.step('renames to a name that the search does not match', async () => {
    const search = page.getByLabel('Buscar etiquetas')
    await search.fill('monedas')
    await expect(rows(page)).toHaveCount(1)
    await rows(page).getByRole('button', { name: 'Renombrar' }).press('Enter')
    const name = page.getByRole('dialog').getByLabel('Nuevo Nombre para la Etiqueta')
    await expect(name).toBeFocused()
    await name.fill('cripto')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ninguna etiqueta coincide')).toBeVisible()
    await expect(search).toBeFocused()
    await search.fill('')
    await expect(rows(page)).toHaveCount(3)
    await expect(search).toBeFocused()
    await expect(page).toHaveURL(`${url}/tags`)
  })

  await test.step('handles a name with odd characters', async () => {
    await page.getByRole('link', { name: ODD }).click()
    await expect(page.getByLabel('Filtrar por etiqueta')).toHaveValue(ODD)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article', { name: 'Oro' })).toContainText('cripto')
    await page.goBack()
    await rows(page).filter({ hasText: ODD }).getByRole('button', { name: 'Eliminar' }).click()
    const question = page.getByRole('dialog', { name: 'Confirmar Eliminación de Etiqueta' })
    await expect(question).toContainText(`«${ODD}» se quitará de la conexión que la lleva.`)
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByText(`Etiqueta "${ODD}" eliminada.`)).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
  })

  await test.step('always shows the actions on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(rows(page).locator('div').last()).toHaveCSS('opacity', '1')
    await rows(page).first().getByRole('button', { name: 'Eliminar' }).click()
    const question = page.getByRole('dialog', { name: 'Confirmar Eliminación de Etiqueta' })
    await expect(question).toContainText('se quitará de las 3 conexiones que la llevan')
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expect(rows(page)).toHaveCount(1)
    expect((await trader.api.connections.list()).map(({ tags }) => tags)).toEqual([
      ['scalping'],
      [],
      [],
    ])
  })
})

test('shows a long name in full on the narrowest phone', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  for (let nth = 0; nth < 2; nth += 1)
    await trader.connect(botApi, {
      tags: ['futuros del petróleo con vencimiento trimestral, a mano'],
    })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${url}/tags`)
  await expect(rows(page)).toHaveCount(1)
  expect(await clippedOn(page)).toEqual([])
  const lines = await page
    .getByText('2 conexiones', { exact: true })
    .evaluate(
      it => it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight),
    )
  expect(lines, 'lines of the count').toBe(1)
})

// The failures provoked here make the browser log errors.
bare('reports the rename of a tag that was deleted meanwhile', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  await trader.connect(botApi, { tags: ['forex', 'metales'] })
  await page.goto(`${url}/tags`)
  await rows(page).first().getByRole('button', { name: 'Renombrar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renombrar Etiqueta' })
  const name = dialog.getByLabel('Nuevo Nombre para la Etiqueta')
  await name.fill('divisas')
  await trader.api.tags.remove({ tag: 'forex' })
  await expect(rows(page)).toHaveText([/^metales/])
  await dialog.getByRole('button', { name: 'Renombrar' }).click()
  await expect(dialog).toContainText('Eso ya no existe.')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('divisas')
})

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Etiquetas' }).getByRole('listitem', { includeHidden: true })
