import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'

const TRADINGVIEW = '52.89.214.238'

let stage: TestApp
let marta: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  // The web role delivers no alerts: these tests only receive.
  stage = await startTestApp({ role: 'web', trustProxy: 1 })
  marta = await signUp(stage)
  connection = await marta.connect(stage.botApi)
})
afterAll(() => stage[Symbol.asyncDispose]())

async function keep(from?: string): Promise<string> {
  const response = await fetch(connection.webhookUrl, {
    method: 'POST',
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
    body: '{"symbol":"BTC"}',
  })
  expect(response.status).toBe(202)
  const { alertId }: { alertId: string } = await response.json()
  return alertId
}

it('the detail shows the address that an alert came from', async () => {
  const receivedFrom = async (id: string) => (await marta.api.alerts.read({ id })).receivedFrom
  expect(await receivedFrom(await keep())).toBe('127.0.0.1')
  expect(await receivedFrom(await keep(`1.1.1.1, ${TRADINGVIEW}:52811`))).toBe(TRADINGVIEW)
  expect(await receivedFrom(await keep('2001:db8::1'))).toBe('2001:db8::1')
  expect(await receivedFrom(await keep('made up'))).toBe('127.0.0.1')

  const older = await keep()
  await stage.app.db
    .updateTable('alerts')
    .set({ received_from: null })
    .where('id', '=', older)
    .execute()
  expect(await receivedFrom(older)).toBeNull()
})

it('an export shows the address that an alert came from', async () => {
  const id = await keep(TRADINGVIEW)
  const { cookie } = marta
  const exported = async (format: string) =>
    (await fetch(`${stage.url}/api/alerts/export?format=${format}`, { headers: { cookie } })).text()
  expect(JSON.parse(await exported('json'))).toContainEqual(
    expect.objectContaining({ id, receivedFrom: TRADINGVIEW }),
  )
  const csv = (await exported('csv')).split('\r\n')
  expect(csv[0]).toMatch(/;"ID";"Recibida desde"$/)
  expect(csv).toContainEqual(expect.stringMatching(`;"${id}";"${TRADINGVIEW}"$`))
})
