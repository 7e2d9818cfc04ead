import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { extended, startSignedIn, test } from './stage.ts'

test('opens, links to and searches the documentation', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { url } = stage
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  await page.goto(`${url}/docs`)

  await test.step('begins with the introduction, and keeps several sections open', async () => {
    await expect(heading(page, 'Introducción')).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('heading', { name: 'Qué ganas con Pregonero' })).toBeVisible()
    await heading(page, 'Cómo se entregan las alertas').press('Enter')
    await expect(page).toHaveURL(`${url}/docs#entrega`)
    await expect(page.getByText('llegó N min tarde')).toBeVisible()
    await expect(heading(page, 'Introducción')).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('shows the pictures in the reader’s colours', async () => {
    const picture = page.getByRole('img', { name: 'El Panel' })
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveAttribute('src', /dashboard-dark/)
    await expect
      .poll(() =>
        picture.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth),
      )
      .toBe(1440)
  })

  await test.step('removes the anchor when its section is closed', async () => {
    await heading(page, 'Cómo se entregan las alertas').click()
    await expect(page).toHaveURL(`${url}/docs`)
    await expect(page.getByText('llegó N min tarde')).toBeHidden()
  })

  await test.step('copies the link of a question', async () => {
    await heading(page, 'Preguntas frecuentes').click()
    const question = heading(page, '¿Puedo usar HTML?')
    await question.hover()
    await page.getByRole('button', { name: 'Copiar enlace a «¿Puedo usar HTML?»' }).click()
    await expect(page.getByText('¡Enlace copiado al portapapeles!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${url}/docs#html`)

    await page.goto('about:blank')
    // The section of an anchor is shown even if the search excludes it.
    await page.goto(`${url}/docs?search=supergrupo#html`)
    await expect(page).toHaveURL(link)
    await expect(question).toBeFocused()
    await expect(question).toBeInViewport()
    await expect(question).toHaveAttribute('aria-expanded', 'true')
    await expect(heading(page, 'Introducción')).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('links topics to each other, also repeatedly', async () => {
    const contents = page.getByRole('navigation', { name: 'En esta página' })
    await contents.getByRole('link', { name: 'Entender las conexiones' }).click()
    await expect(page).toHaveURL(`${url}/docs#conexiones`)
    await expect(heading(page, 'Entender las conexiones')).toBeFocused()
    const toChat = page.getByRole('link', { name: 'encuentra por ti' })
    for (const press of ['click', 'Enter'] as const) {
      if (press === 'click') await toChat.click()
      else await toChat.press('Enter')
      await expect(heading(page, '¿Cómo encuentro el ID de chat?')).toBeFocused()
    }
    await page.goBack()
    await expect(page).toHaveURL(`${url}/docs#conexiones`)
    await expect(heading(page, 'Entender las conexiones')).toBeFocused()
  })

  await test.step('opens and marks the matches of a search', async () => {
    const search = page.getByLabel('Buscar en la documentación')
    await search.fill('SUPERGRÚPO cambiar')
    await expect(page.getByText(/^1 de \d+ apartados$/)).toBeVisible()
    await expect(page).toHaveURL(/search=SUPERGR/)
    const question = heading(page, 'Mi grupo pasó a supergrupo. ¿Tengo que cambiar algo?')
    await expect(question).toHaveAttribute('aria-expanded', 'true')
    await expect(page.locator('mark')).toHaveText(['supergrupo', 'cambiar'])
    await question.press('Enter')
    await expect(question).toHaveAttribute('aria-expanded', 'false')
    await page.reload()
    await expect(search).toHaveValue('SUPERGRÚPO cambiar')
    await expect(page.locator('mark')).toHaveText(['supergrupo', 'cambiar'])

    await search.fill('nada de nada xyz')
    await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).press('Enter')
    await expect(search).toHaveValue('')
    await expect(search).toBeFocused()
    await expect(page.locator('mark')).toHaveCount(0)

    await search.fill('entrega')
    await expect(page.locator('mark').first()).toBeVisible()
    await page
      .getByRole('navigation', { name: 'En esta página' })
      .getByRole('link', { name: 'Introducción' })
      .click()
    await expect(heading(page, 'Introducción')).toBeFocused()
    await expect(search).toHaveValue('')
    await expect(page).toHaveURL(`${url}/docs#introduccion`)
  })

  await test.step('fits the width of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('navigation', { name: 'En esta página' })).toBeHidden()
    await heading(page, 'Escribir plantillas').click()
    await expect(page.getByRole('table').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('delivers the example of the documentation', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { url, botApi, trader } = stage
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  await page.goto(`${url}/docs#prueba`)
  const section = page.getByRole('region', { name: 'Pruébalo sin TradingView' })

  await test.step('leads to the connections when there is no connection', async () => {
    await expect(section.getByRole('link', { name: 'Crea la primera en Conexiones' })).toBeVisible()
  })

  const template = await trader.api.templates.create({
    name: 'Nota',
    content: '{{symbol}} {{stop}} {{connection_name}}',
  })
  const first = await trader.connect(botApi, { name: "L'oro", templateId: template.id })
  await trader.connect(botApi, { name: 'Plata' })

  await test.step('hides the secret until it is asked for', async () => {
    const command = section.locator('pre')
    await expect(section.getByRole('combobox', { name: 'Conexión' })).toHaveValue("L'oro")
    await expect(command).toContainText('/webhooks/••••')
    await expect(command).not.toContainText(first.id)
    await section.getByRole('button', { name: 'Mostrar el identificador' }).click()
    await expect(command).toContainText(first.webhookUrl)
  })

  await test.step('delivers the alert when a shell runs the command', async () => {
    await section.getByRole('button', { name: 'Copiar como curl' }).click()
    await expect(page.getByText('¡Orden copiada al portapapeles!')).toBeVisible()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { status } = await post(command)
    expect(status).toBe(202)
    await section.getByRole('link', { name: 'historial de esta conexión' }).click()
    await expect(page.getByRole('row').filter({ hasText: "Alerta de L'oro" })).toContainText(
      'Éxito',
    )
    const [sent] = botApi.messages
    expect(sent?.text).toBe("BTCUSDT Prueba de stop L'oro")
  })

  await test.step('another connection and another terminal', async () => {
    await page.goBack()
    await section.getByText('Windows', { exact: true }).click()
    await expect(section.locator('pre')).toContainText('Invoke-RestMethod')
    await section.getByRole('combobox', { name: 'Conexión' }).click()
    await page.getByRole('option', { name: 'Plata' }).click()
    await expect(section.locator('pre')).toContainText('Prueba de strategy_name')
    await expect(section.locator('pre')).toContainText(/Invoke-RestMethod.*\/webhooks\/••••/)
  })
})

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).getByRole('button')

/** Sends the request of a curl command: a shell runs it with a `curl` that prints its arguments. */
function post(command: string): Promise<Response> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const [, method = '', address = '', , header = '', , body = ''] = execFileSync(
    'sh',
    ['-c', script],
    { encoding: 'utf8' },
  ).split('\0')
  const [name = '', value = ''] = header.split(': ')
  return fetch(address, { method, headers: { [name]: value }, body })
}
