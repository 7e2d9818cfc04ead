// The failures provoked here make the browser log errors.
import { type Page, test } from '@playwright/test'
import { startTcpLink } from '../support/tcp-link.ts'
import { cookiesOf, expect, extended, startSignedIn } from './stage.ts'

const NO_ANSWER = 'Pregonero no responde. Comprueba la conexión y vuelve a intentarlo.'

test('shows that the browser is offline, and recovers', extended, async ({ page, context }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id } = await trader.connect(botApi, { name: 'Oro' })
  const { marker, bar, dialog } = partsOf(page)
  const sending = page.getByRole('article').getByRole('switch')
  await page.goto(`${url}/connections`)
  await expect(marker).toHaveText('En vivo')
  await expect(sending).toBeChecked()

  await test.step('ignores a mere offline event', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
      dispatchEvent(new Event('offline'))
    })
    await sending.click()
    await expect.poll(() => isActive(stage, id)).toBe(false)
    await sending.click()
    await expect.poll(() => isActive(stage, id)).toBe(true)
    await expect(marker).toHaveText('En vivo')
  })

  await test.step('rejects a foreign page as an answer', async () => {
    const answer = { contentType: 'text/html', body: '<h1>Bienvenido al hotel</h1>' }
    await page.route('**/api/templates', route => route.fulfill(answer))
    await page.reload()
    await expect(page.getByText(NO_ANSWER)).toBeVisible()
    // Once connected, it does not retry by itself.
    await expect(marker).toHaveText('En vivo')
    await page.unroute('**/api/templates')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(sending).toBeChecked()
  })

  await test.step('says that it is cut off', async () => {
    await context.setOffline(true)
    await expect(marker).toHaveText('Reconectando…')
    await expect(bar).toContainText('Sin conexión')
  })

  await test.step('takes a switch back, and shows an error in place of a list', async () => {
    await sending.click()
    await expect(page.getByText(NO_ANSWER)).toBeVisible()
    await expect(sending).toBeChecked()
    await page.getByRole('link', { name: 'Gestión de Etiquetas' }).click()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await page.getByRole('link', { name: 'Conexiones' }).click()
  })

  await test.step('fails a save with a sentence, and discards the edit', async () => {
    await page.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByLabel('Nombre de Conexión').fill('Abandonada')
    const save = dialog.getByRole('button', { name: 'Actualizar Conexión' })
    await save.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(NO_ANSWER)
    await expect(save).toBeFocused()
    await discard(page)
  })

  await test.step('reloads everything once back online, without repeating failed changes', async () => {
    await trader.api.connections.update({ id, name: 'Plata' })
    await context.setOffline(false)
    await expect(marker).toHaveText('En vivo')
    await expect(bar).toBeHidden()
    await expect(page.getByRole('article', { name: 'Plata' })).toBeVisible()
    expect(await trader.api.connections.read({ id })).toMatchObject({
      name: 'Plata',
      isActive: true,
    })
  })
})

test('gives up on a silent server, and reconnects to it', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi } = stage
  await trader.connect(botApi, { name: 'Oro' })
  await using link = await startTcpLink(Number(new URL(stage.url).port))
  const url = `http://127.0.0.1:${link.port}`
  const { marker, bar, dialog } = partsOf(page)
  await page.clock.install()
  await page.context().addCookies(cookiesOf(trader.cookie, url))
  await page.goto(`${url}/connections`)
  await expect(marker).toHaveText('En vivo')

  await test.step('waits at most half a minute, and aborts abandoned requests', async () => {
    await page.getByRole('button', { name: 'Editar' }).click()
    await dialog.getByLabel('Nombre de Conexión').fill('Abandonada')
    link.silence()
    const save = dialog.getByRole('button', { name: 'Actualizar Conexión' })
    await save.click()
    await expect(save).toHaveAttribute('data-loading', 'true')
    await page.clock.fastForward(31_000)
    await expect(dialog.getByRole('alert')).toContainText(NO_ANSWER)

    const asked = page.waitForRequest(request => request.method() === 'PATCH')
    await save.click()
    const given = await asked
    await discard(page)
    await expect.poll(() => given.failure()).not.toBeNull()

    const kept = page.waitForRequest(request => request.method() === 'DELETE')
    await page.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    const deletion = await kept
    await expect.poll(() => deletion.failure()).not.toBeNull()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('loses the stream after 45 s without a sign', async () => {
    await page.clock.fastForward(46_000)
    await expect(marker).toHaveText('Reconectando…')
    // Each try begins once the one before has failed.
    await expect(async () => {
      await page.clock.fastForward(16_000)
      await expect(bar).toContainText('Sin conexión', { timeout: 1_000 })
    }).toPass()
  })

  await test.step('reconnects after a sleep', async () => {
    await link.cut()
    await link.mend()
    await page.clock.fastForward(3_600_000)
    await expect(marker).toHaveText('En vivo')
    await expect(bar).toBeHidden()
    await expect(page.getByRole('article', { name: 'Oro' })).toBeVisible()
  })
})

test('takes over the event stream of a tab that falls asleep', async ({ page, context }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const { id } = await trader.connect(botApi, { name: 'Oro' })
  const other = await context.newPage()
  await other.clock.install()
  for (const tab of [page, other]) {
    await tab.goto(`${url}/connections`)
    await expect(partsOf(tab).marker).toHaveText('En vivo')
  }

  const taken: string[] = []
  other.on('request', request => taken.push(new URL(request.url()).pathname))
  await expect(async () => {
    // A sign may arrive just now.
    await other.clock.fastForward(46_000)
    expect(taken).toContain('/api/events')
  }).toPass()
  await trader.api.connections.update({ id, name: 'Plata' })
  for (const tab of [page, other]) {
    await expect(partsOf(tab).marker).toHaveText('En vivo')
    await expect(tab.getByRole('article', { name: 'Plata' })).toBeVisible()
  }
})

function partsOf(page: Page) {
  const status = page.getByRole('status')
  return {
    marker: status.filter({ hasText: /En vivo|Reconectando/ }),
    bar: status.filter({ hasText: 'Sin conexión' }),
    dialog: page.getByRole('dialog', { name: 'Editar Conexión de Telegram' }),
  }
}

async function discard(page: Page) {
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

type Stage = Awaited<ReturnType<typeof startSignedIn>>

const isActive = async ({ trader }: Stage, id: string) =>
  (await trader.api.connections.read({ id })).isActive
