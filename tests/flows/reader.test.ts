import { expect, it } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('a list includes every alert that was acknowledged before the request', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  for (let count = 1; count <= 50; count++) {
    await postAlert(connection.webhookUrl, { symbol: 'BTCUSDT' })
    expect((await trader.api.alerts.list({ pageSize: 25 })).total).toBe(count)
    const [listed] = await trader.api.connections.list()
    expect(listed?.stats.totalAlerts).toBe(count)
  }
})
