import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { arrivals, arrivedTexts } from '../support/arrivals.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'

/** Waiting alerts while their connection, template or chat changes. */
describe('while alerts are pending', () => {
  let stage: VirtualApp
  let trader: Trader
  let connection: Awaited<ReturnType<Trader['connect']>>
  let hold: { lift: () => void }

  beforeEach(async () => {
    const running = await startVirtualApp()
    onTestFinished(() => running[Symbol.asyncDispose]())
    stage = running
    trader = await signUp(stage)
    const template = await trader.api.templates.create({ name: 'N', content: 'uno {{n}}' })
    // Ungrouped: until the hold is lifted, Telegram refuses the first alert and no other is tried.
    connection = await trader.connect(stage.botApi, { templateId: template.id, groupBursts: false })
    hold = stage.botApi.fail(
      { chatId: connection.telegramChatId },
      { kind: 'flood', retryAfter: 10 },
    )
  })

  const post = async (n: number, to = connection) => {
    const response = await postAlert(to.webhookUrl, { n })
    return ((await response.json()) as { alertId: string }).alertId
  }

  const statusOf = async (id: string) =>
    (await trader.api.alerts.read({ id })).telegramDeliveryStatus

  /** Posts alerts that wait; the first has met at least one flood wait. */
  async function waiting(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let n = 1; n <= count; n += 1) ids.push(await post(n))
    await stage.botApi.waitFor((_messages, requests) => requests.length > 0)
    await stage
      .poll(async () => (await trader.api.alerts.read({ id: ids[0] ?? '' })).reason)
      .toContain('pausa')
    return ids
  }

  it('they go to the new chat, in order', async () => {
    await waiting(3)
    stage.botApi.addChat({ id: 77, type: 'private' })
    await trader.api.connections.update({ id: connection.id, telegramChatId: '77' })
    await stage.botApi.waitFor(() => arrivals(stage.botApi).length === 3)
    expect(arrivals(stage.botApi).map(({ chatId, text }) => `${chatId} ${text}`)).toEqual([
      '77 uno 1',
      '77 uno 2',
      '77 uno 3',
    ])
  })

  it('they fail when their connection is switched off, and stay failed when it is on again', async () => {
    const ids = await waiting(2)
    await trader.api.connections.update({ id: connection.id, isActive: false })
    hold.lift()
    for (const id of ids) await stage.poll(() => statusOf(id)).toBe('failed')
    await trader.api.connections.update({ id: connection.id, isActive: true })
    expect((await trader.api.alerts.read({ id: ids[0] ?? '' })).reason).toBe('Conexión inactiva')
    expect(stage.botApi.messages).toEqual([])
  })

  it('they fail at once when their connection is deleted', async () => {
    const ids = await waiting(2)
    await trader.api.connections.remove({ id: connection.id })
    for (const id of ids)
      expect(await trader.api.alerts.read({ id })).toMatchObject({
        telegramDeliveryStatus: 'failed',
        reason: 'La conexión se eliminó.',
      })
    hold.lift()
    const [refused] = stage.botApi.requests
    const next = await trader.connect(stage.botApi, {
      telegramBotToken: refused?.token ?? '',
      telegramChatId: connection.telegramChatId,
      templateId: connection.templateId,
    })
    await post(3, next)
    await stage.botApi.waitFor(messages => messages.length > 0)
    expect(stage.botApi.messages.map(message => message.text)).toEqual(['uno 3'])
  })

  it('an alert whose connection is gone without a tombstone fails, and the others go on', async () => {
    const ids = await waiting(2)
    const neighbour = await trader.connect(stage.botApi, {
      telegramBotToken: stage.botApi.requests[0]?.token ?? '',
      telegramChatId: connection.telegramChatId,
      templateId: connection.templateId,
    })
    await post(3, neighbour)
    await stage.app.db.deleteFrom('connections').where('id', '=', connection.id).execute()
    hold.lift()
    for (const id of ids)
      await stage
        .poll(() => trader.api.alerts.read({ id }))
        .toMatchObject({ telegramDeliveryStatus: 'failed', reason: 'La conexión se eliminó.' })
    await stage.botApi.waitFor(messages => messages.length > 0)
    expect(arrivedTexts(stage.botApi)).toEqual(['uno 3'])
  })

  it('an edited template applies to alerts that were not tried yet', async () => {
    await waiting(2)
    await trader.api.templates.update({
      id: connection.templateId,
      name: 'N',
      content: 'dos {{n}}',
    })
    hold.lift()
    await stage.botApi.waitFor(() => arrivals(stage.botApi).length === 2)
    expect(arrivedTexts(stage.botApi)).toEqual(['uno 1', 'dos 2'])
  })

  it('they use the template that replaces a deleted one', async () => {
    await waiting(2)
    const { reassignedTo } = await trader.api.templates.remove({ id: connection.templateId })
    expect(reassignedTo).toBe('Alerta Simple')
    hold.lift()
    await stage.botApi.waitFor(() => arrivals(stage.botApi).length === 2)
    // The replacement template has no placeholder for their keys.
    expect(arrivedTexts(stage.botApi)).toEqual(['uno 1', 'n: 2'])
  })
})

it('an inactive connection answers 202 and keeps the alert without a notification', async () => {
  await using stage = await startVirtualApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  await trader.api.connections.update({ id: connection.id, isActive: false })
  const response = await postAlert(connection.webhookUrl, { symbol: 'X' })
  expect(response.status).toBe(202)
  const { items } = await trader.api.alerts.list({})
  expect(items).toMatchObject([
    { telegramDeliveryStatus: 'failed', reason: 'Conexión inactiva', retryAttempts: 0 },
  ])
  expect(stage.botApi.requests).toEqual([])
  expect(await stage.app.db.selectFrom('error_logs').selectAll().execute()).toEqual([])
  expect(await stage.app.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  const [card] = await trader.api.connections.list()
  expect(card).toMatchObject({ stats: { totalAlerts: 1, failed: 0, successRateString: 'N/A' } })
})
