import { expect, startSignedIn, test } from './stage.ts'

test('names each fault in the diagnosis, and leads to its remedy', async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { url, botApi, trader } = stage
  const oro = botApi.addBot()
  const channel = botApi.addChat({ id: -1_001, type: 'channel', title: 'Señales' })
  await trader.connect(botApi, {
    name: 'Oro H1',
    telegramBotToken: oro.token,
    telegramChatId: String(channel.id),
  })
  const gone = botApi.addChat({ id: -1_002, type: 'supergroup', state: 'kicked' })
  await trader.connect(botApi, { name: 'Plata', telegramChatId: String(gone.id) })
  const revoked = await trader.connect(botApi, { name: 'Euro' })
  oro.webhook = 'https://otro.example.com/x'
  const token = botApi.addBot().token
  await trader.api.connections.update({ id: revoked.id, telegramBotToken: token })
  botApi.revoke(token)

  await page.goto(`${url}/settings`)
  const card = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Diagnóstico', level: 2 }),
  })
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await card.getByRole('button', { name: 'Comprobar' }).press('Enter')
  await expect(card.getByRole('status')).toContainText(/cosas por arreglar/)
  const lines = card.getByRole('listitem')
  await expect(lines.filter({ hasText: 'Este Pregonero responde ahí' })).toContainText('Bien')
  await expect(lines.filter({ hasText: 'en «Oro H1»' })).toContainText('el canal «Señales»')
  await expect(lines.filter({ hasText: 'en otro.example.com' })).toContainText(
    'Usa para Pregonero un bot propio',
  )
  await expect(card.getByRole('button', { name: 'Comprobar' })).toBeFocused()

  await test.step('keeps the findings while it checks again', async () => {
    const all = await lines.count()
    let answer = () => {}
    const held = new Promise<void>(resolve => (answer = resolve))
    await page.route('**/api/diagnosis', async route => {
      await held
      await route.continue()
    })
    await card.getByRole('button', { name: 'Comprobar' }).press('Enter')
    await expect(card.getByRole('status')).toHaveText('Comprobando…')
    await expect(lines).toHaveCount(all)
    answer()
    await expect(card.getByRole('status')).toHaveText('Hay 4 cosas por arreglar.')
  })

  const euro = lines.filter({ hasText: 'Bot de «Euro»' })
  await expect(euro).toContainText('Cópialo otra vez desde @BotFather.')
  await euro.getByRole('link', { name: 'Editar conexión' }).click()
  await expect(page.getByRole('dialog', { name: 'Editar Conexión' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Euro')
})
