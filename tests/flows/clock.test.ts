import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { alertSorts } from '#shared/list-choices.ts'
import { stepClock } from '../support/step-clock.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

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

it('shows alerts from before and after its clock was set back', async () => {
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

it('resends a selection only once, even after the clock was set back', async () => {
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

it('refuses to resend up to an instant to come, and resends once up to one just ahead', async () => {
  stage.botApi.fail(
    { chatId: connection.telegramChatId },
    { kind: 'refusal', status: 400, description: 'Bad Request: no' },
  )
  const id = await post('BTC', 'failed')
  const { alerts, failures } = trader.api
  const [cause] = (await failures.list({})).groups
  const before = '2999-01-01T00:00:00Z'
  const refused = { code: 'INPUT_INVALID', data: { issues: [{ path: ['before'] }] } }
  await expect(alerts.resendMany({ filter: {}, before })).rejects.toMatchObject(refused)
  const resent = failures.resend({ cause: cause?.id ?? '', before })
  await expect(resent).rejects.toMatchObject(refused)
  expect((await alerts.read({ id })).resentAt).toBeNull()

  const ahead = { filter: {}, before: new Date(Date.now() + 20_000).toISOString() }
  expect(await alerts.resendMany(ahead)).toEqual({ resent: 1, left: 0 })
  await expect.poll(async () => (await alerts.read({ id })).telegramDeliveryStatus).toBe('failed')
  expect(await alerts.resendMany(ahead)).toEqual({ resent: 0, left: 0 })
})

it('deletes no alert by its age when its clock is set ahead', async () => {
  const id = await post('BTC')
  await stage.app.db
    .updateTable('alerts')
    .set({ received_at: Date.now() - 10 * DAY_MS })
    .where('id', '=', id)
    .execute()
  using _clock = stepClock(25 * DAY_MS)
  expect(await trader.api.alerts.purge({ olderThanDays: 30 })).toEqual({ deleted: 0, left: 0 })
  await trader.api.profile.update({ historyDays: 30 })
  await post('ETH')
  // Closing waits for a deletion under way.
  await stage.app[Symbol.asyncDispose]()
  await using store = await openStore(stage.place)
  expect(await store.db.selectFrom('alerts').select('id').execute()).toHaveLength(2)
})
