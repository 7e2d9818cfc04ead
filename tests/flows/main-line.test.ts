import { expect, it } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('brings an alert from the webhook to the chat and to the history', async () => {
  await using stage = await startTestApp()
  const { botApi } = stage
  const trader = await signUp(stage)
  const connection = await trader.connect(botApi)

  const response = await postAlert(connection.webhookUrl, {
    symbol: 'BTCUSDT',
    side: 'buy',
    price: '67432.50',
    exchange: 'BINANCE',
    timeframe: '15',
  })
  expect(response.status).toBe(202)
  const { alertId } = (await response.json()) as { alertId: string }
  await botApi.waitFor(messages => messages.length === 1)
  const [message] = botApi.messages

  expect(message).toMatchObject({ chatId: connection.telegramChatId })
  expect(message?.text).toContain('BTCUSDT')
  await expect
    .poll(async () => (await trader.api.alerts.read({ id: alertId })).telegramDeliveryStatus)
    .toBe('success')
  const alert = await trader.api.alerts.read({ id: alertId })
  expect(alert).toMatchObject({
    connectionName: 'Oro H1',
    summary: 'BTCUSDT · buy · 67432.50 · 15',
    messageIds: [message?.messageId],
    message: { text: message?.text },
    uncertain: false,
  })
})
