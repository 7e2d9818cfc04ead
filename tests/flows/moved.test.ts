import { expect, it } from 'vitest'
import { arrivals, arrivedTexts } from '../support/arrivals.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('sends each alert once, in order, while its connection changes chats', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  for (const id of [801, 802]) stage.botApi.addChat({ id, type: 'private' })
  const connection = await trader.connect(stage.botApi, {
    templateId: template.id,
    telegramChatId: '801',
  })
  const alerts = 40
  const move = (telegramChatId: string) =>
    trader.api.connections.update({ id: connection.id, telegramChatId })
  for (let n = 0; n < alerts; n += 1)
    await Promise.all([
      postAlert(connection.webhookUrl, { n }),
      n % 5 === 0 ? move(n % 10 ? '801' : '802') : null,
    ])
  await stage.botApi.waitFor(() => arrivals(stage.botApi).length >= alerts)
  expect(arrivedTexts(stage.botApi)).toEqual(Array.from({ length: alerts }, (_, n) => String(n)))
})

it('lets no later alert overtake one in flight to the old chat', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(stage.botApi, { templateId: template.id })
  const { promise: moved, resolve: answer } = Promise.withResolvers<void>()
  stage.botApi.fail(
    { chatId: connection.telegramChatId, times: 1 },
    { kind: 'page', status: 502, after: moved },
  )
  stage.botApi.addChat({ id: 803, type: 'private' })
  for (const n of [1, 2, 3]) await postAlert(connection.webhookUrl, { n })
  await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
  await trader.api.connections.update({ id: connection.id, telegramChatId: '803' })
  answer()
  await stage.botApi.waitFor(() => arrivals(stage.botApi).length === 3)
  expect(arrivals(stage.botApi).map(({ chatId, text }) => `${chatId}: ${text}`)).toEqual([
    '803: 1',
    '803: 2',
    '803: 3',
  ])
})

it('resends an alert to the new chat after a flood wait of the old one', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(stage.botApi, { templateId: template.id })
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const target = { chatId: connection.telegramChatId, times: 1 }
  stage.botApi.fail(
    { ...target, method: 'sendMessage' },
    { kind: 'flood', retryAfter: 6_000, after: opened },
  )
  stage.botApi.addChat({ id: 804, type: 'private' })
  await postAlert(connection.webhookUrl, { n: 1 })
  await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
  await trader.api.connections.update({ id: connection.id, telegramChatId: '804' })
  open()
  await postAlert(connection.webhookUrl, { n: 2 })
  await stage.botApi.waitFor(() => arrivals(stage.botApi).length === 2)
  expect(arrivals(stage.botApi).map(({ chatId, text }) => `${chatId}: ${text}`)).toEqual([
    '804: 1',
    '804: 2',
  ])
})

it('fails an alert of a deleted connection unless its message arrived', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  for (let round = 0; round < 10; round += 1) {
    const connection = await trader.connect(stage.botApi, { name: `C${round}` })
    const [response] = await Promise.all([
      postAlert(connection.webhookUrl, { symbol: 'X' }),
      trader.api.connections.remove({ id: connection.id }),
    ])
    if (response.status === 404) continue
    const { alertId } = (await response.json()) as { alertId: string }
    const told = async () => {
      const { telegramDeliveryStatus } = await trader.api.alerts.read({ id: alertId })
      const arrived = stage.botApi.messages.some(m => m.chatId === connection.telegramChatId)
      return telegramDeliveryStatus === (arrived ? 'success' : 'failed')
    }
    // The deletion fails the alert; it becomes delivered once its message is known to have arrived.
    await expect.poll(told).toBe(true)
  }
})
