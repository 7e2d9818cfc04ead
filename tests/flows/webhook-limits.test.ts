import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const MOST = 10
const TRADINGVIEW = '52.89.214.238'

type Connection = Awaited<ReturnType<Trader['connect']>>

let stage: TestApp
let marta: Trader
beforeAll(async () => {
  // The web role delivers no alerts, so that all of them wait.
  stage = await startTestApp(
    { role: 'web', trustProxy: 1 },
    { queueBound: { most: MOST, countAfter: 4 } },
  )
  marta = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

/** @returns the status of each answer */
const post = async ({ webhookUrl }: Connection, times: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: times }, async () => (await postAlert(webhookUrl, { a: 1 })).status),
  )

const taken = (statuses: readonly number[]) => statuses.filter(status => status === 202).length

async function logOf({ api }: Trader, said: string) {
  const { items } = await api.errorLogs.list({})
  const entries = items.filter(({ message }) => message.includes(said))
  return { entries: entries.length, count: entries[0]?.count, details: entries[0]?.details }
}

it('webhooks over the rate are refused without a statement each, and logged once', async () => {
  await using bounded = await startTestApp({ role: 'web', webhookRate: 1 })
  const trader = await signUp(bounded)
  const [fast, other] = [
    await trader.connect(bounded.botApi, { name: 'Rápida' }),
    await trader.connect(bounded.botApi, { name: 'Otra' }),
  ]
  expect(await post(fast, 1)).toEqual([202])
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  onTestFinished(() => execute.mockRestore())
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => postAlert(fast.webhookUrl, { a: 1 })),
  )
  const refused = answers.filter(({ status }) => status === 503)
  // A burst of five seconds, plus the rate while they are sent.
  expect(300 - refused.length).toBeGreaterThanOrEqual(4)
  expect(execute.mock.calls.length).toBeLessThan(refused.length / 2)
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('5')
  expect(await post(other, 1)).toEqual([202])
  await expect
    .poll(() => logOf(trader, 'A «Rápida» le llegan más webhooks por segundo'))
    .toMatchObject({ entries: 1, count: refused.length })
  expect((await trader.api.alerts.list({})).total).toBe(1 + 300 - refused.length + 1)
  await expect.poll(() => post(fast, 1)).toEqual([202])
})

it('an account at its bound of waiting alerts refuses webhooks until some leave', async () => {
  const luis = await signUp(stage, 'luis')
  const gold = await luis.connect(stage.botApi, { name: 'Oro' })
  const silver = await luis.connect(stage.botApi, { name: 'Plata' })
  const stored = async () => ({
    alerts: (await luis.api.alerts.list({})).total,
    waiting: (await luis.api.alerts.list({ status: 'pending' })).total,
  })
  const first = taken(await post(gold, 3)) + taken(await post(silver, 3))
  expect(first).toBe(6)
  let answers = await Promise.all([post(gold, 40), post(silver, 20)])
  const all = first + taken(answers.flat())
  // Alerts of one transaction are accepted together.
  expect(all).toBeGreaterThanOrEqual(MOST)
  expect(await stored()).toEqual({ alerts: all, waiting: all })
  answers = [await post(gold, 5), await post(silver, 5)]
  expect(answers.flat()).toEqual(Array(10).fill(503))
  await expect
    .poll(() => logOf(luis, 'alertas, el máximo de una cuenta'))
    .toMatchObject({ entries: 1, count: 66 - all + 10 })
  expect(await luis.api.notifications.list({})).toMatchObject([
    { title: 'No se admiten más alertas por ahora', link: '/alerts?status=pending' },
  ])

  const bronze = await marta.connect(stage.botApi, { name: 'Bronce' })
  expect(await post(bronze, 1)).toEqual([202])

  await luis.api.alerts.deleteMany({
    filter: {},
    before: new Date(Date.now() + 1_000).toISOString(),
  })
  await expect
    .poll(async () => [await post(gold, 1), await post(silver, 1)])
    .toEqual([[202], [202]])
})

it('an account that takes webhooks from TradingView alone refuses all others', async () => {
  const ana = await signUp(stage, 'ana')
  const { webhookUrl } = await ana.connect(stage.botApi, { name: 'Cobre' })
  const postFrom = async (forwardedFor: string, times = 1) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        const headers = { 'x-forwarded-for': forwardedFor }
        return (await fetch(webhookUrl, { method: 'POST', headers, body: '{"a":1}' })).status
      }),
    )
  expect(await ana.api.profile.read()).toMatchObject({ onlyTradingview: false })
  expect(await postFrom('203.0.113.7')).toEqual([202])
  await ana.api.profile.update({ onlyTradingview: true })
  expect(await ana.api.profile.read()).toMatchObject({ onlyTradingview: true })
  expect(await postFrom('203.0.113.7', 3)).toEqual([403, 403, 403])
  expect(await postFrom(`${TRADINGVIEW}, 203.0.113.7`)).toEqual([403])
  expect(await postFrom(TRADINGVIEW)).toEqual([202])
  expect((await ana.api.alerts.list({})).total).toBe(2)
  await expect
    .poll(() => logOf(ana, '«Cobre» que no venía de TradingView, sino de 203.0.113.7'))
    .toMatchObject({ entries: 1, count: 4, details: { from: '203.0.113.7' } })
  await ana.api.profile.update({ onlyTradingview: false })
  expect(await postFrom('203.0.113.7')).toEqual([202])
})
