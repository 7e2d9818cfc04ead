import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
  const content = '{{symbol}}\nMercado: {{exchange}}'
  const template = await trader.api.templates.create({ name: 'Con mercado', content })
  const neverShown = ['t']
  connection = await trader.connect(stage.botApi, { templateId: template.id, neverShown })
})
afterAll(() => stage[Symbol.asyncDispose]())

async function deliver(body: object | string) {
  const response = await postAlert(connection.webhookUrl, body)
  const { alertId } = (await response.json()) as { alertId: string }
  const read = () => trader.api.alerts.read({ id: alertId })
  await expect.poll(async () => (await read()).telegramDeliveryStatus).toBe('success')
  return read()
}

describe('an alert that lacks a value', () => {
  it('arrives without a marker, and lists its missing key', async () => {
    const whole = await deliver({ symbol: 'BTC', exchange: 'BINANCE' })
    expect(whole).toMatchObject({ gaps: 0, missing: [] })
    const lacking = await deliver({ symbol: 'ETH' })
    expect(lacking).toMatchObject({ gaps: 1, missing: ['exchange'], message: { text: 'ETH' } })
    await deliver({ otra: 'x' })
  })

  it('is found by its filter, alone and with others', async () => {
    const namesOf = async (filter: object) => {
      const { items, total } = await trader.api.alerts.list({ pageSize: 10, ...filter })
      expect(total).toBe(items.length)
      return items.map(({ summary }) => summary)
    }
    expect(await namesOf({ gaps: true })).toEqual(['ETH'])
    expect(await namesOf({ gaps: true, status: 'failed' })).toEqual([])
    expect(await namesOf({ gaps: true, search: 'ETH', sort: 'alertName-asc' })).toEqual(['ETH'])
    expect(await namesOf({})).toHaveLength(3)
  })

  it('is counted for its connection', async () => {
    const [week] = await trader.api.stats.weeks({ tz: 'UTC' })
    expect(week).toMatchObject({ connectionId: connection.id, gaps: 1 })
  })

  it('is the only one deleted by its filter', async () => {
    const before = new Date(Date.now() + 1_000).toISOString()
    expect(await trader.api.alerts.deleteMany({ filter: { gaps: true }, before })).toEqual({
      deleted: 1,
      left: 0,
    })
    expect((await trader.api.alerts.list({ pageSize: 10 })).total).toBe(2)
  })
})

describe('a secret', () => {
  it('is left out of chat and summary, by its key or the owner’s list', async () => {
    const texts = ['key=SECRETO;\ncommand=BUY', '{"symbol":"BTC","t":"SECRETO","apiSec":"SECRETO"}']
    for (const body of texts) {
      const { message, summary, name } = await deliver(body)
      expect(JSON.stringify([message, summary, name])).not.toContain('SECRETO')
    }
  })
})
