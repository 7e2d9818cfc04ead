import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test(
  'follows an alert in one toast, unless the screen shows the alert itself',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { trader, botApi, url } = stage
    const gold = await trader.connect(botApi, { name: 'Oro' })
    const silver = await trader.connect(botApi, { name: 'Plata' })
    const toasts = page.getByRole('alert').filter({ hasText: /alerta|envío/i })
    const open = async (path: string) => {
      await page.goto(`${url}${path}`)
      await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
    }

    await test.step('updates the toast in its place', async () => {
      await open('/tags')
      const looked = Promise.withResolvers<void>()
      const after = looked.promise
      const slow = botApi.fail({ chatId: gold.telegramChatId }, { kind: 'delay', ms: 0, after })
      await postAlert(gold.webhookUrl, { alert_name: 'Cruce' })
      await expect(toasts).toHaveText('Alerta «Cruce» recibida, procesando...')
      const before = await toasts.boundingBox()
      looked.resolve()
      await expect(toasts).toHaveText(/^Alerta «Cruce» entregada en [\d.]+\sms$/)
      expect((await toasts.boundingBox())?.y).toBe(before?.y)
      slow.lift()
      await toasts.getByRole('button', { name: 'Cerrar aviso' }).click()
      await expect(toasts).toHaveCount(0)
    })

    await test.step('stays quiet about more alerts within a minute, unless they fail', async () => {
      await postAlert(gold.webhookUrl, { alert_name: 'Otra' })
      await fail(silver)
      await expect(toasts).toHaveText('Envío para «Ruptura»: Fallo definitivo')
      await expect.poll(async () => (await trader.api.alerts.list({})).total).toBe(3)
    })

    await test.step('reports only failures on the panel and in the history', async () => {
      for (const path of ['/dashboard', '/alerts']) {
        await open(path)
        await postAlert(gold.webhookUrl, { alert_name: `En ${path}` })
        await expect(page.getByText(`En ${path}`).first()).toBeVisible()
        await expect(page.getByText('Éxito').first()).toBeVisible()
        await expect(toasts).toHaveCount(0)
        await fail(silver)
        await expect(toasts).toHaveText('Envío para «Ruptura»: Fallo definitivo')
      }
    })

    await test.step('ignores other connections while one is selected', async () => {
      await open(`/connections/${gold.id}/panel`)
      await expect(page.getByRole('banner')).toContainText('Panel: Oro')
      await page.getByRole('link', { name: 'Gestión de Etiquetas' }).click()
      await fail(silver)
      const bell = page.getByRole('button', { name: /^Notificaciones/ })
      await expect(bell).toHaveAttribute('data-unread', 'true')
      await expect(toasts).toHaveCount(0)
      await fail(gold)
      await expect(toasts).toHaveText('Envío para «Ruptura»: Fallo definitivo')
    })

    /** Posts an alert of the connection that Telegram refuses. */
    async function fail({ telegramChatId, webhookUrl }: typeof gold) {
      const refusal = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const
      botApi.fail({ chatId: telegramChatId, times: 1 }, refusal)
      await postAlert(webhookUrl, { alert_name: 'Ruptura' })
    }
  },
)

test('removes the toasts of an account at its sign-out', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { trader, botApi, url } = stage
  const gold = await trader.connect(botApi, { name: 'Oro' })
  const luis = await stage.signUp('luis')
  const toasts = page.getByRole('alert').filter({ hasText: 'Cruce' })
  await page.goto(`${url}/tags`)
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  const stays = stay(toasts)
  await postAlert(gold.webhookUrl, { alert_name: 'Cruce' })
  await stays
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByLabel('Correo electrónico')).toBeVisible()
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = []
    const look = () =>
      texts.push(...[...document.querySelectorAll('[role="alert"]')].map(one => one.textContent))
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  await page.getByLabel('Correo electrónico').fill(luis.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(luis.email)).toBeVisible()
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible()
  expect(await seen.jsonValue()).toEqual([])
})

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
])
  test(
    `shows toasts clear of fields and dialog heads at a width of ${width}`,
    width === 390 ? {} : extended,
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await using stage = await startSignedIn(page)
      const { trader, botApi, url } = stage
      const connection = await trader.connect(botApi, { name: 'Oro' })
      const toast = page.locator('.mantine-Notification-root')
      const fields = (place: Page | Locator) =>
        place.locator(
          '.mantine-Input-input:visible, .mantine-Switch-track, .mantine-SegmentedControl-root, .cm-editor',
        )

      await test.step('in the history', async () => {
        await page.goto(`${url}/alerts`)
        await expect(page.getByText('En vivo', { exact: true })).toBeAttached()
        const refusal = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const
        botApi.fail({ chatId: connection.telegramChatId, times: 1 }, refusal)
        const stays = stay(toast)
        await postAlert(connection.webhookUrl, { alert_name: 'Ruptura de la resistencia' })
        await stays
        await expect(toast).toContainText('Fallo definitivo')
        await expect(toast).toBeInViewport({ ratio: 1 })
        const menu = page.getByRole('button', { name: width < 768 ? 'Más acciones' : 'Exportar' })
        await expect.poll(() => overlaps(toast, menu)).toEqual([])
        await expect.poll(() => overlaps(toast, fields(page))).toEqual([])
        await page.getByText('Ruptura de la resistencia').first().click()
        const resend = page.getByRole('dialog').getByRole('button', { name: 'Reenviar' })
        await expect.poll(() => overlaps(toast, resend)).toEqual([])
        await expect(toast).toBeVisible()
      })

      const opening = [
        { path: '/connections', copy: 'Copiar URL', open: 'Editar' },
        { path: `/connections/${connection.id}/panel`, copy: 'Copiar ID', open: 'Editar' },
      ]
      for (const { path, copy, open } of opening)
        await test.step(`in a dialog that opens below it, on ${path}`, async () => {
          await page.goto(`${url}${path}`)
          const stays = stay(toast)
          await page.getByRole('button', { name: copy }).first().click()
          await stays
          await page.getByRole('button', { name: open }).first().click()
          const dialog = page.getByRole('dialog')
          await expect(dialog.getByLabel('Nombre')).toBeVisible()
          await expect(toast).toBeInViewport({ ratio: 1 })
          await expect.poll(() => overlaps(toast, dialog.locator('[data-dialog-head]'))).toEqual([])
          await expect.poll(() => overlaps(toast, fields(dialog))).toEqual([])
          await expect(toast).toBeVisible()
          // A resting pointer keeps it open.
          await toast.hover()
          await page.keyboard.press('Escape')
          await expect(dialog).toBeHidden()
          const bar = await page.getByRole('banner').boundingBox()
          await expect
            .poll(async () => (await toast.boundingBox())?.y)
            .toBeLessThan(bar?.height ?? 0)
        })

      await test.step('over the tabs of a dialog', async () => {
        await page.goto(`${url}/templates`)
        await expect(page.getByText('En vivo', { exact: true })).toBeAttached()
        const refusal = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const
        botApi.fail({ chatId: connection.telegramChatId, times: 1 }, refusal)
        const stays = stay(toast)
        await postAlert(connection.webhookUrl, { alert_name: 'Ruptura' })
        await stays
        await page.getByRole('button', { name: 'Editar' }).first().click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByLabel('Nombre')).toBeVisible()
        await expect(toast).toBeInViewport({ ratio: 1 })
        await expect.poll(() => overlaps(toast, fields(dialog))).toEqual([])
      })
    },
  )

/** Keeps the next toast open, as a resting pointer does, while the pointer itself goes elsewhere. */
const stay = (toast: Locator): Promise<void> => toast.dispatchEvent('mouseover')

/** The places that the toast covers, as HTML. */
async function overlaps(toast: Locator, places: Locator): Promise<string[]> {
  const over = await toast.boundingBox()
  if (!over) throw new Error('there is no toast')
  const covered = []
  for (const place of await places.all()) {
    const below = await place.boundingBox()
    const isClear =
      !below ||
      below.x >= over.x + over.width ||
      below.x + below.width <= over.x ||
      below.y >= over.y + over.height ||
      below.y + below.height <= over.y
    if (!isClear) covered.push(await place.evaluate(element => element.outerHTML.slice(0, 200)))
  }
  return covered
}
