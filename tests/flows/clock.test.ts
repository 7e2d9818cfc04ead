import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { alertSorts } from '#shared/model/alert.ts'
import { stepClock } from '../support/step-clock.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const HOUR_MS = 3_600_000

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeEach(async () => {
  const running = await startTestApp()
  onTestFinished(() => running[Symbol.asyncDispose]())
  stage = running
  trader = await signUp(stage)
  connection = await trader.connect(stage.botApi)
})

async function post(symbol: string, settled = 'success'): Promise<string> {
  const response = await postAlert(connection.webhookUrl, { symbol })
  const { alertId: id } = (await response.json()) as { alertId: string }
  await expect
    .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
    .toBe(settled)
  return id
}

it('shows what came before its clock was set back, and what came after', async () => {
  const ids = [await post('BTC'), await post('BTC')]
  using _clock = stepClock(-HOUR_MS)
  ids.push(await post('BTC'))
  for (const search of [undefined, 'btc', 'bt'])
    for (const sort of alertSorts) {
      const { items, total } = await trader.api.alerts.list({ search, sort })
      expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(total).toBe(3)
    }
  const { asOf } = await trader.api.alerts.list({})
  expect(await trader.api.stats.summary({ tz: 'UTC' })).toMatchObject({ total: 3 })
  expect(await trader.api.alerts.list({ to: asOf })).toMatchObject({ total: 3 })
  expect(await trader.api.alerts.deleteMany({ filter: {}, before: asOf })).toMatchObject({
    deleted: 3,
  })
})

it('sends nothing again that was sent again since the list, whatever the clock says', async () => {
  stage.botApi.fail(
    { chatId: connection.telegramChatId },
    { kind: 'refusal', status: 400, description: 'Bad Request: no' },
  )
  const id = await post('BTC', 'failed')
  using _clock = stepClock(-HOUR_MS)
  const { asOf: before } = await trader.api.alerts.list({})
  const selection = { filter: {}, before }
  expect(await trader.api.alerts.resendMany(selection)).toEqual({ resent: 1, left: 0 })
  await expect
    .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
    .toBe('failed')
  expect(await trader.api.alerts.resendMany(selection)).toEqual({ resent: 0, left: 0 })
})
