import { readFile } from 'node:fs/promises'
import { test as bare, type Page } from '@playwright/test'
import { inChunks } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { DAY_MS } from '#shared/limits.ts'
import { alertRow } from '../support/rows.ts'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'
import { timersRun } from './timers-run.ts'

test('searches, filters, sorts and pages the history', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, db, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const silver = await trader.connect(botApi, { name: 'Plata' })
  await page.goto(`${url}/alerts`)
  await expect(page.getByText('Aún no hay alertas')).toBeVisible()
  const rows = page.getByRole('row', { name: /Seleccionar/ })
  const range = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  const news = page.getByRole('button', { name: /alertas? nuevas?$/ })

  await test.step('shows new alerts live, and announces them once the list is pinned', async () => {
    await postAlert(gold.webhookUrl, { alert_name: 'Cruce', note: 'la primera' })
    await expect(rows).toHaveText([/Cruce/])
    await expect(rows).toHaveText([/Éxito/])
    await pin(page)
    await postAlert(silver.webhookUrl, { alert_name: `Ruptura ${'larga '.repeat(9)}` })
    await postAlert(silver.webhookUrl, { alert_name: 'Rebote' })
    await expect(news).toHaveText('2 alertas nuevas')
    await expect(rows).toHaveCount(1)
    await news.click()
    await expect(rows).toHaveText([/Rebote/, /Ruptura (larga ){5}la…/, /Cruce/])
    await expect(news).toBeHidden()
    await range('Mostrando 1-3 de 3')
  })

  await test.step('searches without calling back a reader who has left', async () => {
    const search = page.getByLabel('Buscar alertas')
    await search.fill('PRIMERA')
    await expect(rows).toHaveText([/Cruce/])
    await expect(page).toHaveURL(/search=PRIMERA/)
    await search.fill('nada de esto')
    await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
    await expect(search).toBeFocused()
    await expect(rows).toHaveCount(3)
    await search.fill('rup')
    await page.getByRole('link', { name: 'Gestión de Etiquetas' }).click()
    const elsewhere = page.getByRole('heading', { name: 'Gestión de Etiquetas' })
    await expect(elsewhere).toBeVisible()
    // A timer that was set after the search's own and is longer ends after it.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    await expect(page).toHaveURL(`${url}/tags`)
    await page.getByRole('link', { name: 'Historial de Alertas' }).click()

    await page.getByRole('button', { name: 'Ver detalle de Cruce' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Cruce' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${url}/alerts`)
    await page.goBack()
    await expect(elsewhere).toBeVisible()
    await page.goForward()
    await expect(rows).toHaveCount(3)
  })

  await test.step('filters by connection and status, and sorts', async () => {
    await choose(page, 'Conexión', 'Plata')
    await expect(rows).toHaveCount(2)
    await choose(page, 'Estado de Telegram', 'Fallo')
    await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
    await choose(page, 'Estado de Telegram', 'Éxito')
    await choose(page, 'Orden', 'Alerta A–Z')
    await expect(rows).toHaveText([/Rebote/, /Ruptura/])
    await expect(page).toHaveURL(/status=success&sort=alertName-asc/)
    await choose(page, 'Estado de Telegram', 'Pendiente')
    await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
    await choose(page, 'Estado de Telegram', 'Todos los estados')
    await choose(page, 'Conexión', 'Todas las conexiones')
    await expect(rows).toHaveText([/Cruce/, /Rebote/, /Ruptura/])
    for (const [order, shown] of [
      ['Alerta Z–A', [/Ruptura/, /Rebote/, /Cruce/]],
      ['Conexión A–Z', [/Oro/, /Plata/, /Plata/]],
      ['Conexión Z–A', [/Plata/, /Plata/, /Oro/]],
      ['Más antiguas', [/Cruce/, /Ruptura/, /Rebote/]],
      ['Más recientes', [/Rebote/, /Ruptura/, /Cruce/]],
    ] as const) {
      await choose(page, 'Orden', order)
      await expect(rows).toHaveText([...shown])
    }
  })

  await test.step('starts arrow keys at the chosen option', async () => {
    const keys = async (label: string, ...pressed: string[]) => {
      for (const key of pressed) {
        await page.getByRole('combobox', { name: label }).press(key)
        await timersRun(page)
      }
    }
    await page.goto(`${url}/alerts?connectionId=${gold.id}&status=failed`)
    await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
    const options = page.getByRole('option', { name: /Oro|Plata/, includeHidden: true })
    await expect(options, 'what is not looked at is not drawn').toHaveCount(0)
    await keys('Conexión', 'ArrowDown', 'ArrowDown', 'Enter')
    await expect(page).toHaveURL(new RegExp(`connectionId=${silver.id}`))
    await keys('Conexión', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter')
    await expect(page).toHaveURL(`${url}/alerts?status=failed`)
    await keys('Estado de Telegram', 'ArrowDown', 'ArrowUp', 'Enter')
    await expect(page).toHaveURL(`${url}/alerts?status=success`)
    await expect(rows).toHaveCount(3)
  })

  await test.step('filters by days, both included, in either order', async () => {
    const days = Array.from({ length: 10 }, (_, index) => index + 1)
    await fill(
      db,
      gold.id,
      days.map(day => ({ name: `Toque ${day}`, received_at: Date.UTC(2025, 6, day, 10) })),
    )
    await page.goto(`${url}/alerts?from=2025-07-10&to=2025-07-09`)
    await expect(rows).toHaveText([/Toque 10/, /Toque 9/])
    await page.getByRole('button', { name: 'Fechas: 09/07/2025 – 10/07/2025' }).click()
    await expect(page.getByRole('columnheader').filter({ hasText: /^..$/ })).toHaveText([
      'lu',
      'ma',
      'mi',
      'ju',
      'vi',
      'sá',
      'do',
    ])
    const day = (named: string) => page.getByRole('button', { name: named, exact: true })
    await day('9 julio 2025').press('Enter')
    await day('9 julio 2025').press('Enter')
    await expect(page).toHaveURL(/from=2025-07-09&to=2025-07-09$/)
    await expect(rows).toHaveText([/Toque 9/])

    await page.getByRole('button', { name: 'Fechas: 09/07/2025' }).press('Enter')
    await day('10 julio 2025').press('Enter')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/from=2025-07-10&to=2025-07-10$/)
    await expect(page.getByRole('button', { name: 'Fechas: 10/07/2025' })).toBeFocused()

    await page.goto(`${url}/alerts?to=2025-07-09`)
    await range('Mostrando 1-9 de 9')
    await expect(page.getByRole('button', { name: 'Fechas: Hasta el 09/07/2025' })).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar Fechas' }).click()
    await expect(page).toHaveURL(`${url}/alerts`)
    await expect(page.getByRole('button', { name: 'Fechas: todas' })).toBeFocused()
  })

  await test.step('filters by named days, and disables future days', async () => {
    const field = page.getByRole('button', { name: /^Fechas/ })
    await field.press('Enter')
    await page.getByRole('button', { name: 'Hoy', exact: true }).press('Enter')
    await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/)
    await expect(field).toHaveText('Hoy')
    await expect(rows).toHaveText([/Rebote/, /Ruptura/, /Cruce/])
    await field.click()
    await expect(page.getByRole('button', { name: 'Mes siguiente' })).toBeDisabled()
    await page.getByRole('button', { name: '30 días', exact: true }).click()
    await expect(field).toHaveText('30 días')
    await page.getByRole('button', { name: 'Limpiar Fechas' }).click()
    await expect(page).toHaveURL(`${url}/alerts`)
  })

  await test.step('keeps the rows of a page while alerts arrive', async () => {
    await range('Mostrando 1-10 de 13')
    await pin(page)
    await postAlert(gold.webhookUrl, { alert_name: 'Última' })
    await expect(news).toHaveText('1 alerta nueva')
    await page.getByRole('button', { name: 'Página 2' }).click()
    await expect(rows).toHaveText([/Toque 3/, /Toque 2/, /Toque 1/])
    await range('Mostrando 11-13 de 13')
    await news.press('Enter')
    await expect(rows.first()).toContainText('Última')
    await expect(page.getByRole('button', { name: 'Ver detalle de Última' })).toBeFocused()
    await expect(page).toHaveURL(`${url}/alerts`)
    await choose(page, 'Alertas por página', '25 por página')
    await range('Mostrando 1-14 de 14')
    await expect(page).toHaveURL(/pageSize=25/)
  })

  await test.step('shows the tooltip of an icon on hover, until Escape', async () => {
    const told = page.getByRole('tooltip')
    await rows
      .first()
      .getByRole('button', { name: /^Eliminar/ })
      .hover()
    await expect(told).toHaveText('Eliminar')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Ver detalle/ })
      .hover()
    await expect(told).toHaveText('Ver detalle')
    await page.keyboard.press('Escape')
    await expect(told).toBeHidden()
  })

  await test.step('offers the nearest and the outermost of many pages', async () => {
    const older = Array.from({ length: 187 }, (_, n) => ({ received_at: Date.UTC(2025, 5, 1) - n }))
    await fill(db, gold.id, older)
    await page.reload()
    const offered = page.getByRole('button', { name: /^Página \d/ })
    await expect(offered).toHaveText(['1', '2', '3', '4', '5', '9'])
    await page.getByRole('button', { name: 'Página 9' }).click()
    await range('Mostrando 201-201 de 201')
    await expect(offered).toHaveText(['1', '5', '6', '7', '8', '9'])
  })
})

test(
  'deletes old alerts, a single one, several, and all that match a filter',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, db, url } = stage
    const { webhookUrl, id } = await trader.connect(botApi, { name: 'Oro' })
    const crosses = Array.from({ length: 14 }, (_, index) => ({
      name: `Cruce ${String(index + 1).padStart(2, '0')}`,
      received_at: Date.now() - 60_000 + index,
    }))
    await fill(db, id, crosses)
    await page.goto(`${url}/alerts`)
    const dialog = page.getByRole('dialog', { name: 'Confirmar Eliminación de Alertas' })
    const confirm = dialog.getByRole('button', { name: 'Eliminar' })
    const bar = page.getByRole('toolbar', { name: 'Selección' })
    const left = async () => (await trader.api.alerts.list({})).total

    await test.step('deletes old alerts, if there are any', async () => {
      const old = page.getByRole('dialog', { name: 'Confirmar Eliminación de Alertas Antiguas' })
      await page.getByRole('button', { name: 'Eliminar +30 Días' }).click()
      await expect(old).toContainText('No hay alertas de hace más de 30 días.')
      await old.getByRole('button', { name: 'Cerrar' }).click()
      await fill(db, id, [{ name: 'Vieja', received_at: Date.now() - 31 * DAY_MS }])
      await page.getByRole('button', { name: 'Eliminar +30 Días' }).click()
      await expect(old).toContainText('Se eliminará 1 alerta de hace más de 30 días.')
      await old.getByRole('button', { name: 'Eliminar' }).click()
      await expect(page.getByText('1 alerta(s) antigua(s) eliminada(s).')).toBeVisible()
      expect(await left()).toBe(14)
    })

    await test.step('deletes one from its row', async () => {
      await page.getByRole('button', { name: 'Eliminar Cruce 14' }).press('Enter')
      await expect(dialog).toContainText('Se eliminará «Cruce 14» del historial.')
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Eliminar Cruce 14' })).toBeFocused()
      await page.getByRole('button', { name: 'Eliminar Cruce 14' }).press('Enter')
      await confirm.click()
      await expect(page.getByText('1 alerta(s) eliminada(s).')).toBeVisible()
      await expect(page.getByText('Mostrando 1-10 de 13')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Ver detalle de Cruce 13' })).toBeFocused()
    })

    await test.step('deletes one from its detail, which Escape does not close with the question', async () => {
      const detail = page.getByRole('dialog', { name: 'Cruce 13' })
      await page.getByRole('button', { name: 'Ver detalle de Cruce 13' }).press('Enter')
      await detail.getByRole('button', { name: 'Eliminar' }).click()
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(detail).toBeVisible()
      await detail.getByRole('button', { name: 'Eliminar' }).click()
      await confirm.click()
      await expect(detail).toBeHidden()
      await expect(page).toHaveURL(`${url}/alerts`)
      await expect.poll(left).toBe(12)
    })

    await test.step('deletes several, including a waiting alert', async () => {
      const held = botApi.fail({}, { kind: 'flood', retryAfter: 900 })
      await pin(page)
      await postAlert(webhookUrl, { alert_name: 'En espera' })
      const news = page.getByRole('button', { name: '1 alerta nueva' })
      await expect(news).toBeVisible()
      const listAgain = await holdLists(page)
      await news.click()
      await expect(page.locator('[aria-busy="true"]')).toBeVisible()
      await expect(page.getByText('Cruce 14')).toHaveCount(0)
      listAgain()
      await expect(page.getByRole('row', { name: 'En espera' })).toBeVisible()
      await expect(bar.getByRole('button', { name: 'Eliminar Seleccionadas (0)' })).toBeDisabled()
      await page.getByRole('checkbox', { name: /^Seleccionar En espera/ }).press('Space')
      await page.getByRole('checkbox', { name: /^Seleccionar Cruce 12/ }).press('Space')
      await bar.getByRole('button', { name: 'Eliminar Seleccionadas (2)' }).click()
      await expect(dialog).toContainText('1 aún por enviar: ya no se enviará.')
      await confirm.click()
      await expect(page.getByText('2 alerta(s) eliminada(s).')).toBeVisible()
      expect(await left()).toBe(11)
      held.lift()
    })

    await test.step('selects on two pages', async () => {
      const pick = (name: RegExp) => page.getByRole('checkbox', { name }).press('Space')
      await pick(/^Seleccionar Cruce 11/)
      await page.getByRole('button', { name: 'Página 2' }).click()
      await pick(/^Seleccionar Cruce 01/)
      await expect(bar).toContainText('2 seleccionadas1 en otras páginas')
      await expect(bar.getByRole('button', { name: 'Eliminar Seleccionadas (2)' })).toBeEnabled()
      await page.getByRole('button', { name: 'Página 1' }).click()
      await expect(page.getByRole('checkbox', { name: /^Seleccionar Cruce 11/ })).toBeChecked()
      const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
      await page.setViewportSize({ width: 800, height })
      await bar.getByRole('button', { name: 'Quitar selección' }).click()
      await page.setViewportSize({ width, height })
      await expect(bar).toContainText('Ninguna seleccionada')
    })

    await test.step('goes to the previous page after deleting the last row of a page', async () => {
      await page.getByRole('button', { name: 'Página 2' }).click()
      await page.getByRole('button', { name: 'Eliminar Cruce 01' }).press('Enter')
      await confirm.press('Enter')
      await expect(page.getByText('Mostrando 1-10 de 10')).toBeVisible()
      await expect(page).toHaveURL(`${url}/alerts`)
      await expect(page.locator('main :focus')).toBeVisible()
    })

    await test.step('deletes all matches, and can be stopped', async () => {
      await fill(db, id, [{ name: 'Cruce 00', received_at: Date.now() - 60_000 }])
      const listAgain = await holdLists(page)
      await page.goto(`${url}/alerts?connectionId=${id}`)
      const wholePage = bar.getByRole('checkbox', { name: 'Seleccionar toda la página' })
      await expect(wholePage).toBeDisabled()
      listAgain()
      await wholePage.check()
      await expect(bar).toContainText('10 seleccionadas')
      await bar.getByRole('button', { name: 'Seleccionar las 11 que coinciden' }).click()
      await expect(bar).toContainText('11 seleccionadas')
      await page.getByRole('checkbox', { name: /^Seleccionar Cruce 05/ }).uncheck()
      await expect(bar).toContainText('9 seleccionadas')

      const deleteAll = async () => {
        await wholePage.check()
        await bar.getByRole('button', { name: 'Seleccionar las 11 que coinciden' }).click()
        await bar.getByRole('button', { name: 'Eliminar Seleccionadas (11)' }).click()
        await expect(dialog).toContainText('Se eliminarán las 11 alertas que coinciden')
        await confirm.click()
      }
      const byButton = await answerInSteps(page)
      await deleteAll()
      await expect(dialog.getByRole('status')).toHaveText('Eliminando 0 de 11…')
      await expect(dialog.getByRole('button', { name: 'Detener' })).toBeFocused()
      byButton.carryOn()
      await expect(dialog.getByRole('status')).toHaveText('Eliminando 4 de 11…')
      await dialog.getByRole('button', { name: 'Detener' }).click()
      byButton.carryOn()
      await expect(page.getByText('8 de 11 alertas eliminadas.')).toBeVisible()
      await byButton.end()

      const byEscape = await answerInSteps(page)
      await deleteAll()
      await expect(dialog.getByRole('status')).toHaveText('Eliminando 0 de 11…')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      byEscape.carryOn()
      await expect(page.getByText('4 de 11 alertas eliminadas.')).toBeVisible()
      await byEscape.end()

      await deleteAll()
      await expect(page.getByText('11 alerta(s) eliminada(s).')).toBeVisible()
      await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
    })
  },
)

test(
  'counts matches up to ten thousand, and deletes every one of them',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, db, url } = stage
    const { id } = await trader.connect(botApi, { name: 'Oro' })
    const received_at = Date.now() - 60_000
    await fill(
      db,
      id,
      Array.from({ length: 10_003 }, (_, nth) => ({
        name: 'Toque',
        received_at: received_at + nth,
      })),
    )
    await expect
      .poll(() => trader.api.alerts.list({ search: 'toque' }), {
        intervals: [50],
        timeout: 120_000,
      })
      .toMatchObject({ total: 10_000, more: true })

    await page.goto(`${url}/alerts?search=toque`)
    await expect(page.getByText('Mostrando 1-10 de más de 10.000')).toBeVisible()
    await page.getByRole('button', { name: 'Página 1000' }).click()
    await expect(page.getByText('Mostrando 9.991-10.000 de más de 10.000')).toBeVisible()
    await expect(page.getByRole('row', { name: /Seleccionar/ })).toHaveCount(10)

    const bar = page.getByRole('toolbar', { name: 'Selección' })
    await bar.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check()
    await bar.getByRole('button', { name: 'Seleccionar las más de 10.000 que coinciden' }).click()
    await bar.getByRole('button', { name: 'Eliminar Seleccionadas (más de 10.000)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirmar Eliminación de Alertas' })
    await expect(dialog).toContainText('Se eliminarán las más de 10.000 alertas que coinciden')
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByText('10.003 alerta(s) eliminada(s).')).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText('Ninguna alerta coincide')).toBeVisible()
  },
)

test('explains a repaired body in the detail, and exports the matches', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await postAlert(webhookUrl, '{\n  "alert_name": "Rota"\n  "symbol": "XAUUSD"\n}')
  await postAlert(webhookUrl, { alert_name: 'Entera' })
  await expect.poll(async () => (await trader.api.alerts.list({ status: 'success' })).total).toBe(2)
  const [broken] = (await trader.api.alerts.list({ search: 'Rota' })).items

  await test.step('opens the detail by its anchor', async () => {
    await page.goto(`${url}/alerts?search=Entera#${broken?.id}`)
    const detail = page.getByRole('dialog', { name: 'Rota' })
    for (const label of [
      'Fecha',
      'Recibida desde',
      'Configuración',
      'Conexión',
      'Estado de Telegram',
      'ID',
    ])
      await expect(detail.getByRole('term').filter({ hasText: label }).first()).toBeVisible()
    await expect(detail.getByRole('definition').last()).toHaveText(broken?.id ?? '')
    await expect(detail.getByText('127.0.0.1')).toBeVisible()
    await expect(detail.getByText('Éxito · 1 intento')).toBeVisible()
    await expect(detail).toContainText('Línea 2, columna 17: Falta una coma.')
    await expect(detail.locator('mark', { hasText: 'Rota' })).toHaveText('"Rota"')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await detail.getByRole('button', { name: 'Copiar JSON corregido' }).click()
    await expect(page.getByText('¡JSON copiado al portapapeles!')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(copied)).toMatchObject({ alert_name: 'Rota', symbol: 'XAUUSD' })
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
  })

  const dialog = page.getByRole('dialog', { name: 'Exportar el historial' })
  const exportAs = async (format: 'CSV' | 'JSON') => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitem', { name: `Exportar como ${format}` }).click()
  }

  await test.step('cancels an export', async () => {
    const address = '**/api/alerts/export?*'
    await page.route(address, () => {})
    await exportAs('CSV')
    await expect(dialog.getByRole('status')).toHaveText('Exportando 0 de 1…')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await page.unroute(address)
  })

  await test.step('exports only the matches', async () => {
    const downloading = page.waitForEvent('download')
    await exportAs('JSON')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.json$/)
    const file: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file).toMatchObject([{ name: 'Entera' }])
    await expect(
      page.getByText(`Historial exportado: ${download.suggestedFilename()}`),
    ).toBeVisible()

    const downloadingCsv = page.waitForEvent('download')
    await exportAs('CSV')
    const csv = await readFile(await (await downloadingCsv).path(), 'utf8')
    expect(csv.trimEnd().split('\n')).toEqual([
      expect.any(String),
      expect.stringContaining('Entera'),
    ])
  })
})

// The browser logs an error for each refusal.
bare(
  'filters the history in a drawer on a phone, and selects after «Seleccionar»',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, db, url } = stage
    const { webhookUrl, id } = await trader.connect(botApi, { name: 'Oro' })
    await fill(
      db,
      id,
      [9, 10, 10].map(day => ({ name: 'Cruce', received_at: Date.UTC(2025, 6, day, 10) })),
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/alerts?to=2025-07-11`)

    await page.getByRole('button', { name: 'Filtros' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filtros' })
    await drawer.getByRole('button', { name: /^Fechas/ }).click()
    for (const day of ['10 julio 2025', '11 julio 2025'])
      await page.getByRole('button', { name: day, exact: true }).click()
    await drawer.getByRole('button', { name: 'Ver 2 alertas' }).click()
    await expect(page).toHaveURL(/to=2025-07-11&from=2025-07-10$/)
    await page.getByRole('button', { name: /^Quitar el filtro 10–11 jul/ }).click()
    await expect(page).toHaveURL(`${url}/alerts`)
    await test.step('counts the alerts of each day across all pages', async () => {
      const figures = page.getByText(/^\d+ alertas?$/)
      await expect(figures).toHaveText(['2 alertas', '1 alerta'])
      await fill(
        db,
        id,
        Array.from({ length: 11 }, (_, nth) => ({
          name: 'Cruce',
          received_at: Date.UTC(2025, 6, 8, 10, nth),
        })),
      )
      await page.goto(`${url}/alerts?pageSize=10`)
      await expect(figures).toHaveText(['2 alertas', '1 alerta', '11 alertas'])
      await page.goto(`${url}/alerts?pageSize=10&page=2`)
      await expect(figures).toHaveText(['11 alertas'])
      await page.goto(`${url}/alerts`)
      await expect(figures).toHaveText(['2 alertas', '1 alerta', '11 alertas'])
    })

    await pin(page)
    await postAlert(webhookUrl, { alert_name: 'Ruptura' })
    await page.getByRole('button', { name: '1 alerta nueva' }).click()
    await expect(page.getByText('Ruptura').first()).toBeVisible()
    await page.getByRole('button', { name: 'Seleccionar' }).click()
    await page.getByText('Ruptura').first().click()
    await page.getByRole('button', { name: 'Eliminar Seleccionadas (1)' }).click()
    await page
      .getByRole('dialog', { name: 'Confirmar Eliminación de Alertas' })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    await expect(page.getByText('1 alerta(s) eliminada(s).')).toBeVisible()
    // Toasts would cover the menu on a phone.
    await expect(page.getByRole('button', { name: 'Cerrar aviso' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Exportar como CSV',
      'Exportar como JSON',
      'Eliminar +30 Días',
    ])

    const message = 'La base de datos está ocupada. Vuelve a intentarlo en un momento.'
    const json = { defined: true, code: 'SERVICE_UNAVAILABLE', status: 503, message }
    await page.route('**/api/alerts/export?*', route => route.fulfill({ status: 503, json }))
    await page.getByRole('menuitem', { name: 'Exportar como CSV' }).click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  },
)

/** Pins the list: new alerts are announced from then on instead of shown. */
async function pin(page: Page) {
  await page.getByRole('button', { name: 'Siguiendo en vivo' }).click()
  await expect(page.getByRole('button', { name: 'Seguir en vivo' })).toBeVisible()
}

// The failures provoked here make the browser log errors.
bare('keeps the error of a failed load while alerts arrive', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  let asked = 0
  const json = { defined: true, code: 'FORBIDDEN', status: 403, message: 'Hoy no.' }
  await page.route('**/api/alerts?*', route => {
    asked += 1
    return route.fulfill({ status: 403, json })
  })
  await page.goto(`${url}/alerts`)
  const failed = page.getByText('No se pudo cargar el historial')
  await expect(failed).toBeVisible()
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  const askedBefore = asked
  const isHeard = page.waitForResponse(/\/api\/queue/)
  await postAlert(webhookUrl, { alert_name: 'Primera' })
  await isHeard
  await expect(failed).toBeVisible()
  expect(asked).toBe(askedBefore)

  await page.unroute('**/api/alerts?*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('row', { name: /Primera/ })).toBeVisible()
})

test(
  'keeps selection and detail right while alerts of the list are deleted',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, db, url } = stage
    const { id } = await trader.connect(botApi, { name: 'Oro' })
    await fill(
      db,
      id,
      Array.from({ length: 12 }, (_, nth) => ({
        name: `Cruce ${String(nth).padStart(2, '0')}`,
        received_at: Date.now() - 60_000 + nth,
      })),
    )
    const dialog = page.getByRole('dialog', { name: 'Confirmar Eliminación de Alertas' })
    const confirm = dialog.getByRole('button', { name: 'Eliminar' })
    const selected = page.getByRole('button', { name: /^Eliminar Seleccionadas/ })
    await page.goto(`${url}/alerts`)

    await test.step('counts a deleted row no longer', async () => {
      await page.getByRole('checkbox', { name: /^Seleccionar Cruce 11/ }).press('Space')
      await page.getByRole('checkbox', { name: /^Seleccionar Cruce 10/ }).press('Space')
      await expect(selected).toHaveText('Eliminar Seleccionadas (2)')
      await page.getByRole('button', { name: 'Eliminar Cruce 11' }).press('Enter')
      await confirm.click()
      await expect(page.getByText('Mostrando 1-10 de 11')).toBeVisible()
      await expect(selected).toHaveText('Eliminar Seleccionadas (1)')
      await expect(page.getByText(/en otras páginas/)).toHaveCount(0)
    })

    await test.step('counts no longer what was deleted in its detail', async () => {
      await page.getByRole('button', { name: 'Ver detalle de Cruce 10' }).press('Enter')
      const detail = page.getByRole('dialog', { name: 'Cruce 10' })
      await detail.getByRole('button', { name: 'Eliminar' }).click()
      await confirm.click()
      await expect(detail).toBeHidden()
      await expect(selected).toHaveText('Eliminar Seleccionadas (0)')
    })

    await test.step('keeps a detail open whose page is gone', async () => {
      await fill(db, id, [{ name: 'La primera', received_at: Date.now() - 120_000 }])
      await page.goto(`${url}/alerts?page=2`)
      await page.getByRole('button', { name: 'Ver detalle de La primera' }).press('Enter')
      const detail = page.getByRole('dialog', { name: 'La primera' })
      await expect(detail).toBeVisible()
      const { items } = await trader.api.alerts.list({})
      await trader.api.alerts.deleteMany({ ids: [items[0]?.id ?? ''] })
      await expect(page).toHaveURL(/\/alerts#/)
      await expect(detail).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(`${url}/alerts`)
    })
  },
)

test(
  'fits the filters in one row beside the menu, and shows rows in full',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { webhookUrl } = await stage.trader.connect(stage.botApi, { name: 'Oro' })
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`${stage.url}/alerts`)
    const lines = async () => {
      const tops = await Promise.all(
        [
          page.getByLabel('Buscar alertas'),
          page.getByRole('combobox', { name: 'Conexión' }),
          page.getByRole('combobox', { name: 'Estado de Telegram' }),
          page.getByRole('button', { name: /^Fechas/ }),
          page.getByRole('combobox', { name: 'Orden' }),
        ].map(async field => (await field.boundingBox())?.y),
      )
      return new Set(tops.map(top => Math.round((top ?? 0) / 4))).size
    }
    await expect.poll(lines).toBe(1)
    const sort = page.getByRole('combobox', { name: 'Orden' })
    await expect.poll(() => sort.evaluate(it => it.scrollWidth <= it.clientWidth)).toBe(true)

    await postAlert(webhookUrl, { alert_name: 'Cruce', text: 'Ruptura al alza' })
    const row = page.getByRole('row', { name: /Cruce/ })
    const title = page.getByRole('heading', { name: 'Historial de Alertas' })
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 768 })
      await expect(row.getByText('Oro', { exact: true }).filter({ visible: true })).toHaveCount(1)
      await expect(row.getByText(/Ruptura al alza/).filter({ visible: true })).toHaveCount(1)
      await expect.poll(() => title.evaluate(it => it.scrollWidth <= it.clientWidth)).toBe(true)
    }
  },
)

test(
  'follows new alerts in the history, unless the reader is at work in it',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, db, url } = stage
    const { webhookUrl, id } = await trader.connect(botApi, { name: 'Oro' })
    await fill(
      db,
      id,
      Array.from({ length: 14 }, (_, nth) => ({
        name: `Cruce ${nth}`,
        received_at: Date.now() - 60_000 + nth,
      })),
    )
    await page.goto(`${url}/alerts`)
    const rows = page.getByRole('row', { name: /Seleccionar/ })
    const news = page.getByRole('button', { name: /alertas? nuevas?$/ })
    const post = (alert_name: string) => postAlert(webhookUrl, { alert_name })
    await expect(rows.first()).toContainText('Cruce 13')

    await test.step('follows them at rest, with their count and outcome', async () => {
      await post('Primera')
      await expect(rows.first()).toContainText('Primera')
      await expect(rows.first()).toContainText('Éxito')
      await expect(page.getByText('Mostrando 1-10 de 15')).toBeVisible()
      await expect(news).toHaveCount(0)
    })

    await test.step('stops while an alert is selected', async () => {
      await page.getByRole('checkbox', { name: /^Seleccionar Primera/ }).press('Space')
      await post('Segunda')
      await expect(news).toHaveText('1 alerta nueva')
      await expect(rows.first()).toContainText('Primera')
      await page.getByRole('button', { name: 'Quitar selección' }).click()
      await expect(rows.first()).toContainText('Segunda')
      await expect(news).toHaveCount(0)
    })

    await test.step('stops below an open detail', async () => {
      await page.getByRole('button', { name: 'Ver detalle de Primera' }).press('Enter')
      const detail = page.getByRole('dialog', { name: 'Primera' })
      await expect(detail).toBeVisible()
      await post('Tercera')
      await expect(news).toHaveText('1 alerta nueva')
      await page.keyboard.press('Escape')
      await expect(rows.first()).toContainText('Tercera')
    })

    await test.step('stops on another page and in another order', async () => {
      await page.getByRole('button', { name: 'Página 2' }).click()
      await expect(page.getByText('Mostrando 11-17 de 17')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Siguiendo en vivo' })).toHaveCount(0)
      await expect(rows).toHaveText([6, 5, 4, 3, 2, 1, 0].map(nth => new RegExp(`Cruce ${nth}`)))
      const before = await rows.allTextContents()
      await post('Cuarta')
      await expect(news).toHaveText('1 alerta nueva')
      expect(await rows.allTextContents()).toEqual(before)
      await news.click()
      await expect(rows.first()).toContainText('Cuarta')
      await choose(page, 'Orden', 'Más antiguas')
      await expect(rows.first()).toContainText('Cruce 0')
      await expect(page.getByRole('button', { name: 'Siguiendo en vivo' })).toHaveCount(0)
      await choose(page, 'Orden', 'Más recientes')
    })

    await test.step('is pinned by one press and released by another', async () => {
      await pin(page)
      await post('Quinta')
      await expect(news).toHaveText('1 alerta nueva')
      await expect(rows.first()).toContainText('Cuarta')
      await page.getByRole('button', { name: 'Seguir en vivo' }).click()
      await expect(rows.first()).toContainText('Quinta')
    })

    await test.step('limits an export to the alerts that are shown', async () => {
      const asked = page.waitForRequest(/alerts\/export\?/)
      await page.getByRole('button', { name: 'Exportar' }).click()
      await page.getByRole('menuitem', { name: 'Exportar como CSV' }).click()
      expect(new URL((await asked).url()).searchParams.get('to')).toMatch(/^\d{4}-.*Z$/)
    })
  },
)

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Inserts delivered alerts of a connection directly into the database. */
async function fill(db: Database, connection_id: string, alerts: Partial<NewAlert>[]) {
  const { user_id } = await db.selectFrom('profiles').select('user_id').executeTakeFirstOrThrow()
  const rows = alerts.map(alert =>
    alertRow({ user_id, connection_id, connection_name: 'Oro', status: 'success', ...alert }),
  )
  for (const part of inChunks(rows)) await transaction(db, trx => insertAlerts(trx, part))
}

/** Holds the answers to lists. @returns a function that releases them */
async function holdLists(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/alerts?*', async route => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

/** Answers each deletion with four deleted alerts, once `carryOn` is called. */
async function answerInSteps(page: Page) {
  const address = '**/api/alerts/delete'
  let left = 11
  let next = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await next.promise
    next = Promise.withResolvers<void>()
    left -= 4
    await route.fulfill({ json: { deleted: 4, left } })
  })
  return { carryOn: () => next.resolve(), end: () => page.unroute(address) }
}
