import { test as bare, type Page } from '@playwright/test'
import { postAlert } from '../support/webhook.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test(
  'replaces a leaked address from the panel of the connection, then deletes it',
  extended,
  async ({ page }) => {
    await using stage = await startSignedIn(page)
    const { botApi, trader, url } = stage
    const { id, webhookUrl } = await trader.connect(botApi, { name: 'Oro' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await postAlert(webhookUrl, { alert_name: 'Antes' })
    await page.goto(`${url}/connections/${id}/panel`)
    const { card, addresses, create } = addressesOn(page)
    const remove = card.getByRole('button', { name: 'Eliminar dirección' })

    await test.step('shows a single address, which cannot be deleted', async () => {
      await expect(addresses).toHaveCount(1)
      await expect(addresses).toContainText(`/webhooks/${id.slice(0, 8)}…`)
      await expect(addresses).toContainText('Última alerta hace')
      await expect(remove).toHaveCount(0)
      await expect(page.getByText(id)).toHaveCount(0)
    })

    await test.step('creates a new one by keyboard alone', async () => {
      await create.focus()
      await page.keyboard.press('Enter')
      await expect(
        page.getByText('Dirección nueva creada. Pégala en tus alertas de TradingView.'),
      ).toBeVisible()
      await expect(addresses).toHaveCount(2)
      await expect(addresses.first()).toContainText('La actual')
      await expect(addresses.first()).toContainText('Sin alertas en el historial')
      await expect(create).toBeFocused()
    })

    const fresh = (await trader.api.connections.read({ id })).webhookUrl

    await test.step('shows and copies the new one everywhere', async () => {
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      await addresses.first().getByRole('button', { name: 'Copiar dirección' }).click()
      await expect.poll(copied).toBe(fresh)
      await page.evaluate(() => navigator.clipboard.writeText('otra cosa'))
      const details = page.locator('section').filter({ hasText: 'Detalles' }).first()
      await expect(details).toContainText(`${fresh.slice(0, -14)}…`)
      await details.getByRole('button', { name: 'Copiar URL' }).click()
      await expect.poll(copied).toBe(fresh)
      await details.getByRole('button', { name: 'Mostrar el ID y la URL del webhook' }).click()
      await expect(details).toContainText(fresh)
    })

    await test.step('shows which address alerts still use', async () => {
      await postAlert(fresh, { alert_name: 'Después' })
      await expect(addresses.first()).toContainText('Última alerta')
      await page.getByRole('link', { name: /Después/ }).click()
      const detail = page.getByRole('dialog', { name: 'Después' })
      await expect(detail).toContainText(`Dirección/webhooks/${fresh.slice(-22, -14)}…`)
      await page.keyboard.press('Escape')
      await expect(detail).toBeHidden()
    })

    await test.step('deletes the old one after a confirmation', async () => {
      await page.goto(`${url}/connections/${id}/panel`)
      await remove.last().click()
      const question = page.getByRole('dialog', { name: 'Confirmar Eliminación de Dirección' })
      await expect(question).toContainText('Por ella llegó una alerta por última vez el')
      await expect(question).toContainText(
        `Las alertas de TradingView que aún usen /webhooks/${id.slice(0, 8)}… ya no llegarán.`,
      )
      await question.getByRole('button', { name: 'Cancelar' }).click()
      await expect(addresses).toHaveCount(2)
      await remove.last().click()
      await question.getByRole('button', { name: 'Eliminar' }).click()
      await expect(page.getByText('Dirección eliminada.')).toBeVisible()
      await expect(addresses).toHaveCount(1)
      await expect(remove).toHaveCount(0)
      expect((await postAlert(webhookUrl, {})).status).toBe(404)
      expect((await postAlert(fresh, {})).status).toBe(202)
    })

    await create.click()
    await expect(addresses).toHaveCount(2)

    await test.step('fits the width of a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const row of await addresses.all())
        for (const button of await row.getByRole('button').all()) {
          await button.scrollIntoViewIfNeeded()
          await expect(button).toBeInViewport({ ratio: 1 })
        }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
  },
)

// The refusals provoked here make the browser log errors.
bare('refuses a sixth address', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { id } = await stage.trader.connect(stage.botApi)
  await page.goto(`${stage.url}/connections/${id}/panel`)
  const { addresses, create } = addressesOn(page)
  for (let count = 1; count <= 5; count += 1) {
    await expect(addresses).toHaveCount(count)
    await create.click()
  }
  await expect(page.getByText('Una conexión puede tener como máximo 5 direcciones.')).toBeVisible()
  await expect(addresses).toHaveCount(5)
})

function addressesOn(page: Page) {
  const card = page.locator('section').filter({ hasText: 'Direcciones del webhook' })
  return {
    card,
    addresses: card.getByRole('listitem').filter({ hasText: '/webhooks/' }),
    create: card.getByRole('button', { name: 'Nueva dirección' }),
  }
}
