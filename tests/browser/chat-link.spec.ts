import type { Locator } from '@playwright/test'
import { ANA } from '../support/bot-api/people.ts'
import { expect, extended, startSignedIn, test } from './stage.ts'

test('links a chat chosen in Telegram, also after failures', extended, async ({ page }) => {
  await using stage = await startSignedIn(page)
  const { botApi, trader, url } = stage
  const bot = botApi.addBot()
  const other = botApi.addBot()
  await page.goto(`${url}/connections`)
  await page.getByRole('button', { name: 'Añadir Nueva Conexión' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Añadir Nueva Conexión de Telegram' })
  const token = dialog.getByLabel('Token de Bot', { exact: true })
  const name = dialog.getByLabel('Nombre de Conexión')
  const arrived = dialog.getByRole('region', { name: 'Así ha llegado a tu chat' })

  await test.step('offers no choice of chats for an invalid token', async () => {
    await token.fill(`7000009999:${'x'.repeat(35)}`)
    await expect(dialog.getByText(/token/i).last()).toBeVisible()
    await expect(token).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Guardar Conexión' })).toBeHidden()
  })

  await test.step('removes the webhook of another program after a question', async () => {
    bot.webhook = 'https://n8n.example.com/hook'
    await token.fill(bot.token)
    const trouble = dialog.getByRole('note')
    await expect(trouble).toContainText('n8n.example.com')
    await expect(dialog.getByRole('img', { name: /^Código QR/ })).toBeHidden()
    await trouble.getByRole('button', { name: 'Quitar ese webhook' }).click()
    const question = page.getByRole('dialog', { name: '¿Quitar ese webhook?' })
    await expect(question).toContainText('n8n.example.com')
    await question.getByRole('button', { name: 'Quitar' }).click()
    await expect(dialog.getByRole('img', { name: /^Código QR/ })).toBeVisible()
    expect(bot.webhook).toBe('')
    await expect(dialog.and(page.locator(':focus-within'))).toBeVisible()
  })

  await test.step('shows the title and name of a channel, and who added the bot', async () => {
    const channel = botApi.addChat({
      id: -1_001_111,
      type: 'channel',
      title: 'Macro al día',
      username: 'macro',
    })
    await dialog.getByText('En un canal').click()
    await expect(open(dialog)).toHaveAttribute('href', /\?startchannel&admin=post_messages$/)
    botApi.addToChannel(bot, channel, { mayPost: false })
    await expect(dialog.getByRole('note')).toHaveText(
      /^El bot no puede publicar en «Macro al día»\./,
    )
    botApi.addToChannel(bot, channel, { by: { ...ANA, username: 'ana' } })
    await expect(dialog.getByText('¿Es este el canal?', { exact: true })).toBeFocused()
    await expect(dialog.getByText('@macro · añadido por Ana (@ana)')).toBeVisible()
    await dialog.getByRole('button', { name: 'Sí, es este: «Macro al día»' }).click()
    await expect(arrived).toContainText('Pregonero ya escribe aquí.')
    await expect(name).toHaveValue('Macro al día')
  })

  await test.step('chooses another chat, with another code and another name', async () => {
    await arrived.getByRole('button', { name: 'Elegir otro chat' }).click()
    await expect(name).toBeHidden()
    await expect(dialog.getByRole('radio', { name: 'En un canal' })).toBeFocused()
    await dialog.getByText('En mi chat').click()
    botApi.start(bot, await codeOf(open(dialog), `${bot.username}?start=`))
    await expect(name).toHaveValue('Ana')
  })

  await test.step('forgets the chat when the token changes', async () => {
    await token.fill(other.token)
    await expect(name).toBeHidden()
    await expect(dialog.getByText(`@${other.username}`)).toBeVisible()
    botApi.start(other, await codeOf(open(dialog), `${other.username}?start=`))
    await expect(arrived).toBeVisible()
    await name.fill('Mías')
    await name.press('Enter')
    await expect(page.getByText('Conexión "Mías" añadida.')).toBeVisible()
    const [made] = await trader.api.connections.list()
    expect(made).toMatchObject({ name: 'Mías', isActive: true, topicId: null })
  })

  await test.step('takes another chat in an edit, and keeps the name', async () => {
    const group = botApi.addChat({ id: -1_002_222, type: 'supergroup', title: 'Oro' })
    await page.getByRole('article').getByRole('button', { name: 'Editar' }).click()
    const edit = page.getByRole('dialog', { name: 'Editar Conexión de Telegram' })
    await edit.getByRole('button', { name: 'Elegir otro chat' }).click()
    await edit.getByText('En un grupo').click()
    const code = await codeOf(open(edit), `${other.username}?startgroup=`)
    botApi.startGroup(other, code, group)
    await expect(edit.getByLabel('ID de Chat', { exact: true })).toHaveValue('-1002222')
    await edit.getByRole('button', { name: 'Actualizar Conexión' }).click()
    await expect(page.getByText('Conexión "Mías" actualizada.')).toBeVisible()
    const [changed] = await trader.api.connections.list()
    expect(changed).toMatchObject({ name: 'Mías', telegramChatId: '-1002222' })
  })
})

test('simulates the steps in Telegram when deliveries are simulated', async ({ page }) => {
  await using stage = await startSignedIn(page, { delivery: 'simulated' })
  await page.goto(`${stage.url}/connections`)
  await page.getByRole('button', { name: 'Añadir Nueva Conexión' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Añadir Nueva Conexión de Telegram' })
  await dialog.getByLabel('Token de Bot', { exact: true }).fill(`7000009999:${'x'.repeat(35)}`)
  await dialog.getByText('En un canal').click()
  const play = dialog.getByRole('button', { name: 'Simular este paso' })
  await expect(play).toBeVisible()
  await expect(open(dialog)).toBeHidden()
  await expect(dialog.getByText('Esperando a que lo hagas en Telegram')).toBeHidden()
  await play.click()
  await dialog.getByRole('button', { name: /^Sí, es/ }).click()
  await expect(dialog.getByText('Pregonero ya escribe aquí.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar Conexión' }).click()
  await expect(page.getByText('Conexión "canal_simulado" añadida.')).toBeVisible()
  expect(stage.botApi.requests).toEqual([])
})

const open = (place: Locator) => place.getByRole('link', { name: 'Abrir Telegram' })

/** @param before text before the code in a link of this bot and this kind of chat */
async function codeOf(link: Locator, before: string): Promise<string> {
  const address = async () => (await link.getAttribute('href')) ?? ''
  await expect.poll(address).toContain(before)
  return (await address()).split('=').at(-1) ?? ''
}
