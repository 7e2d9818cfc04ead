import { expect, it, onTestFinished } from 'vitest'
import type { Parts } from '#server/app.ts'
import type { Config } from '#server/base/config.ts'
import { scraped } from '../support/scraped.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

async function setTheStage(settings: Partial<Config> = {}, parts: Partial<Parts> = {}) {
  const stage = await startTestApp(settings, parts)
  onTestFinished(() => stage[Symbol.asyncDispose]())
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connect = () => trader.connect(stage.botApi, { templateId })
  return { ...stage, trader, connect }
}

it('counts webhooks and deliveries by outcome, without naming their owners', async () => {
  const usage = () => ({
    cpu: { user: 1_500_000, system: 500_000 },
    memory: { rss: 3, heapTotal: 2, heapUsed: 1 },
  })
  const stage = await setTheStage({ deliveryOutageWindow: 0 }, { usage })
  const { url, botApi } = stage
  const before = await scraped(url)
  const [good, dead] = [await stage.connect(), await stage.connect()]
  const blocked = { status: 403, description: 'Forbidden: bot was blocked by the user' }
  botApi.fail({ chatId: dead.telegramChatId }, { kind: 'refusal', ...blocked })
  botApi.fail({ chatId: good.telegramChatId, times: 1 }, { kind: 'page', status: 502 })

  for (const { webhookUrl } of [good, dead])
    expect((await postAlert(webhookUrl, { n: 'a secret' })).status).toBe(202)
  expect((await postAlert(good.webhookUrl, '')).status).toBe(400)
  expect((await fetch(good.webhookUrl)).status).toBe(405)
  for (let n = 0; n < 20; n += 1)
    expect((await postAlert(`${url}/webhooks/a-stranger-made-up-${n}`, 'x')).status).toBe(404)

  const now = () => scraped(url)
  const settled = 'pregonero_alerts_settled_total'
  await expect.poll(async () => (await now()).of(`${settled}{outcome="delivered"}`)).toBe(1)
  await expect.poll(async () => (await now()).of(`${settled}{outcome="failed"}`)).toBe(1)
  const { values, of, text } = await now()
  expect({
    stored: of('pregonero_webhooks_total{result="stored"}'),
    empty: of('pregonero_webhooks_total{result="empty"}'),
    notPosted: of('pregonero_webhooks_total{result="not-posted"}'),
    unknown: of('pregonero_webhooks_total{result="unknown-address"}'),
    delivered: of('pregonero_attempts_total{outcome="delivered"}'),
    refused: of('pregonero_attempts_total{outcome="refused"}'),
    uncertain: of('pregonero_attempts_total{outcome="uncertain"}'),
    answered: of('pregonero_webhook_answer_seconds_count{answer="stored"}'),
    waited: of('pregonero_delivery_wait_seconds_count'),
    sent: of('pregonero_send_seconds_count'),
    cpu: of('process_cpu_seconds_total'),
  }).toEqual({
    stored: 2,
    empty: 1,
    notPosted: 1,
    unknown: 20,
    delivered: 1,
    refused: 1,
    uncertain: 1,
    answered: 2,
    waited: 1,
    sent: 3,
    cpu: 2,
  })
  for (const [series, least] of [
    ['pregonero_group_size_count{of="webhooks"}', 2],
    ['pregonero_group_size_count{of="deliveries"}', 1],
    ['pregonero_database_seconds_count{pool="line",kind="write"}', 2],
    ['pregonero_database_seconds_count{pool="line",kind="commit"}', 2],
    ['pregonero_database_seconds_count{pool="reader",kind="read"}', 1],
    ['pregonero_event_loop_delay_seconds_count', 1],
  ] as const)
    expect(of(series), series).toBeGreaterThanOrEqual(least)
  expect(of('pregonero_database_up')).toBe(1)

  expect([...values.keys()]).toEqual([...before.values.keys()])
  for (const { id, telegramChatId, telegramBotTokenTail } of [good, dead])
    for (const secret of [
      id.slice(0, 8),
      telegramChatId,
      telegramBotTokenTail,
      'marta',
      'a secret',
    ])
      expect(text).not.toContain(secret)
})

it('reports how many alerts wait, since when, and the lanes by cause', async () => {
  const stage = await setTheStage()
  const { app, url, botApi } = stage
  const { telegramChatId, webhookUrl } = await stage.connect()
  botApi.fail({ chatId: telegramChatId, times: 1 }, { kind: 'flood', retryAfter: 1_000 })
  for (let n = 0; n < 5; n += 1) await postAlert(webhookUrl, { n })
  const flooded = 'pregonero_attempts_total{outcome="flood-wait"}'
  await expect.poll(async () => (await scraped(url)).of(flooded)).toBe(1)

  const { count } = await app.db
    .selectFrom('deliveries')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { of } = await scraped(url)
  expect(count).toBe(5)
  expect(of('pregonero_queue_alerts')).toBe(count)
  expect(of('pregonero_queue_oldest_seconds')).toBeGreaterThan(0)
  expect(of('pregonero_lanes')).toBe(1)
  await expect
    .poll(async () => (await scraped(url)).of('pregonero_lanes_waiting{cause="flood-wait"}'))
    .toBe(1)
})

it('requires the metrics token', async () => {
  const metricsToken = 'a-token-of-some-letters'
  await using stage = await startTestApp()
  const secrets = { ...stage.config.secrets, metricsToken }
  await using closed = await startTestApp({ secrets })
  expect((await fetch(`${closed.url}/metrics`)).status).toBe(401)
  const { of } = await scraped(closed.url, { authorization: `Bearer ${metricsToken}` })
  expect(of('pregonero_database_up')).toBe(1)
  expect((await fetch(`${closed.url}/metrics`, { method: 'POST' })).status).toBe(404)
})
