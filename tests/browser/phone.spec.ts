import type { Locator } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

const PHONE = { width: 390, height: 844 }

test('reaches the main screens from the bottom bar', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  await trader.connect(botApi, { name: 'Oro' })
  await page.setViewportSize(PHONE)
  await page.goto(`${url}/tags`)
  const bar = page.getByRole('navigation', { name: 'Barra inferior' })

  for (const [entry, path] of [
    ['Historial', '/alerts'],
    ['Conexiones', '/connections'],
    ['Panel', '/dashboard'],
  ] as const) {
    await bar.getByRole('link', { name: entry }).click()
    await expect(page).toHaveURL(`${url}${path}`)
    await expect(bar.getByRole('link', { name: entry })).toHaveAttribute('aria-current', 'page')
    await expect(bar.locator('[aria-current]')).toHaveCount(1)
  }
  await bar.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')

  await test.step('leaves the end of a page readable above the bar', async () => {
    await expect(page.getByRole('dialog')).toBeHidden()
    const hidden = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const end = await page.locator('main > *').last().boundingBox()
      const top = (await bar.boundingBox())?.y ?? 0
      return (end?.y ?? 0) + (end?.height ?? 0) - top
    }
    await expect.poll(hidden).toBeLessThanOrEqual(1)
  })

  await test.step('hides the bar on a desktop', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(bar).toBeHidden()
  })
})

test('is installable on the home screen, in its own colours', async ({ page }) => {
  await using stage = await startSignedIn(page)
  await page.goto(`${stage.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])

  const { url = '', errors, data = '{}' } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect((await page.request.get(url)).headers()['content-type']).toMatch(/^application\/manifest/)
  const { icons } = JSON.parse(data) as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const drawn = await page.evaluate(async address => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(src.endsWith('.svg') ? 'any' : drawn, src).toBe(sizes)
  }

  const barColor = page.locator('meta[name="theme-color"]')
  await expect(barColor).toHaveAttribute('content', '#11151c')
  await page.getByRole('button', { name: 'Cambiar a modo claro' }).click()
  await expect(barColor).toHaveAttribute('content', /^#fff(fff)?$/)
})

test('closes a sheet that is pulled down by its head', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
  await postAlert(webhookUrl, { alert_name: 'Cruce' })
  await page.setViewportSize(PHONE)
  await page.goto(`${url}/alerts`)
  const pull = async (sheet: Locator, far: number) => {
    // Waits until the sheet stops moving.
    await sheet.hover({ trial: true, position: { x: PHONE.width / 2, y: 8 } })
    const { x = 0, y = 0, width = 0 } = (await sheet.boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + 8)
    await page.mouse.down()
    // Slowly, so that only the distance counts.
    for (let way = 0; way <= far; way += 4) await page.mouse.move(x + width / 2, y + 8 + way)
    await page.waitForTimeout(100)
    await page.mouse.move(x + width / 2, y + 9 + far)
    await page.mouse.up()
  }

  await page.getByRole('button', { name: 'Filtros' }).click()
  const filters = page.getByRole('dialog', { name: 'Filtros' })
  await filters.hover({ trial: true, position: { x: PHONE.width / 2, y: 8 } })
  const before = await filters.boundingBox()
  await pull(filters, 40)
  await expect(filters).toBeVisible()
  await expect.poll(() => filters.boundingBox()).toEqual(before)
  await pull(filters, 240)
  await expect(filters).toBeHidden()

  await page.getByRole('button', { name: /^Cruce/ }).click()
  const detail = page.getByRole('dialog', { name: 'Cruce' })
  await expect(detail.getByText('Recorrido')).toBeAttached()
  await pull(detail, 320)
  await expect(detail).toBeHidden()

  await test.step('asks first if something is typed', async () => {
    await page.goto(`${url}/templates`)
    await page.getByRole('button', { name: 'Crear Nueva Plantilla' }).click()
    const editor = page.getByRole('dialog', { name: 'Crear Nueva Plantilla' })
    await editor.getByLabel('Nombre').fill('Mía')
    await pull(editor, 320)
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(editor.getByLabel('Nombre')).toHaveValue('Mía')
  })
})
