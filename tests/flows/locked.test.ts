import { expect, it } from 'vitest'
import { arrivedTexts } from '../support/arrivals.ts'
import { holdStore } from '../support/hold-store.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

it('asks TradingView to send again while the database is held, and loses nothing', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  await using hold = await holdStore(stage.place)

  const refused = await postAlert(connection.webhookUrl, { symbol: 'A' })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'NOT_STORED' })

  await hold.release()
  expect((await postAlert(connection.webhookUrl, { symbol: 'A' })).status).toBe(202)
  await stage.botApi.waitFor(messages => messages.length === 1)
  await expect
    .poll(() => stage.app.db.selectFrom('error_logs').select('message').execute())
    .toMatchObject([{ message: expect.stringContaining('No se pudo guardar a tiempo') }])
})

it('sends nothing on a lane before its last outcome is written', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  const { promise: isHeld, resolve: answer } = Promise.withResolvers<void>()
  stage.botApi.fail({ times: 1 }, { kind: 'delay', ms: 0, after: isHeld })
  const ids = await Promise.all(
    ['A', 'B'].map(async symbol => {
      const response = await postAlert(connection.webhookUrl, { symbol })
      return ((await response.json()) as { alertId: string }).alertId
    }),
  )
  await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
  await using hold = await holdStore(stage.place)
  answer()
  await stage.botApi.waitFor(messages => messages.length === 1)
  await postAlert(connection.webhookUrl, { symbol: 'C' })
  expect(stage.botApi.requests).toHaveLength(1)

  await hold.release()
  await stage.botApi.waitFor(messages => messages.length === 2)
  for (const id of ids)
    await expect
      .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
      .toBe('success')
  // C may have been stored although the answer was 503; then it comes after them.
  const symbols = arrivedTexts(stage.botApi).map(text => /🔔 (\w)/.exec(text)?.[1])
  expect(symbols.filter(symbol => symbol !== 'C').toSorted()).toEqual(['A', 'B'])
})
