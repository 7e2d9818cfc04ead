import { expect, it } from 'vitest'
import { arrivedTexts } from '../support/arrivals.ts'
import { holdStore } from '../support/hold-store.ts'
import { signUp } from '../support/trader.ts'
import { startVirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'

it('answers 503 after two seconds while another program holds the database', async () => {
  await using stage = await startVirtualApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  await using hold = await holdStore(stage.place)
  const posted = stage.time.now
  let answer: Response | undefined
  void postAlert(connection.webhookUrl, { symbol: 'A' }).then(response => {
    answer = response
  })
  await stage.time.pass(1_999)
  expect(answer).toBeUndefined()
  await stage.time.until('the webhook is answered', () => answer !== undefined)
  expect(stage.time.now - posted).toBeLessThan(2_200)
  expect(answer?.status).toBe(503)
  expect(answer?.headers.get('retry-after')).toBe('5')
  expect(await answer?.json()).toMatchObject({ code: 'NOT_STORED' })

  await hold.release()
  expect((await postAlert(connection.webhookUrl, { symbol: 'A' })).status).toBe(202)
  await stage.botApi.waitFor(messages => messages.length === 1)
  await stage
    .poll(() => stage.app.db.selectFrom('error_logs').select('message').execute())
    .toMatchObject([{ message: expect.stringContaining('No se pudo guardar a tiempo') }])
})

it('holds a lane until its last outcome is written', async () => {
  await using stage = await startVirtualApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  const { promise: isHeld, resolve: answer } = Promise.withResolvers<void>()
  stage.botApi.fail({ times: 1 }, { kind: 'delay', ms: 0, after: isHeld })
  const ids: string[] = []
  for (const symbol of ['A', 'B']) {
    const response = await postAlert(connection.webhookUrl, { symbol })
    ids.push(((await response.json()) as { alertId: string }).alertId)
  }
  await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
  await using hold = await holdStore(stage.place)
  answer()
  await stage.botApi.waitFor(messages => messages.length === 1)
  await stage.time.pass(10_000)
  expect(stage.botApi.requests).toHaveLength(1)

  await hold.release()
  await stage.botApi.waitFor(messages => messages.length === 2)
  for (const id of ids)
    await stage
      .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
      .toBe('success')
  const symbols = arrivedTexts(stage.botApi).map(text => /🔔 (\w)/.exec(text)?.[1])
  expect(symbols).toEqual(['A', 'B'])
})
