import { beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import type { AttemptRecord, WebhookRecord } from '#server/observe/observer.ts'
import type { Fault } from '../support/bot-api/faults.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let marta: Trader
let lines: string[]

beforeAll(async () => {
  lines = []
  const log = createLog({ level: 'info', destination: { write: line => void lines.push(line) } })
  stage = await startTestApp({ deliveryOutageWindow: 0 }, { log })
  marta = await signUp(stage)
  return () => stage[Symbol.asyncDispose]()
})

const told = <Told>(msg: string) =>
  lines.map(line => JSON.parse(line) as Told & { msg: string }).filter(line => line.msg === msg)
const webhooks = () => told<WebhookRecord>('webhook')
const attempts = () => told<AttemptRecord>('attempt')

/** Posts an alert that meets these faults. @returns its attempts, once it is settled */
async function outcomesOf(faults: readonly Fault[], templateId = 'simple-alert') {
  const connection = await marta.connect(stage.botApi, { templateId })
  for (const fault of faults)
    stage.botApi.fail({ chatId: connection.telegramChatId, times: 1 }, fault)
  const answer = await postAlert(connection.webhookUrl, { symbol: 'BTCUSDT', price: '<b>1</b>' })
  const { alertId }: { alertId: string } = await answer.json()
  const own = () => attempts().filter(({ alertIds }) => alertIds.includes(alertId))
  const ends = ['done', 'failed']
  await expect.poll(() => own().some(({ next }) => ends.includes(next))).toBe(true)
  return { answer, alertId, connection, own: own() }
}

it('an alert can be traced in the log from its request id to its attempts', async () => {
  const { answer, alertId, connection, own } = await outcomesOf([{ kind: 'page', status: 502 }])
  const requestId = answer.headers.get('x-request-id')
  expect(requestId).toMatch(/^[0-9a-f]{16}$/)
  expect(webhooks().filter(webhook => webhook.requestId === requestId)).toMatchObject([
    { result: 'stored', alertId, address: `${connection.id.slice(0, 8)}…` },
  ])
  expect(own).toMatchObject([
    { outcome: 'uncertain', next: 'retry', code: 'server_error', attempt: 1, alerts: 1 },
    { outcome: 'delivered', next: 'done', attempt: 2, kind: 'send' },
  ])
  for (const secret of [connection.id, 'BTCUSDT', 'marta@'])
    expect(lines.join('')).not.toContain(secret)
})

const refusal = (status: number, description: string): Fault => ({
  kind: 'refusal',
  status,
  description,
})

it.each<[string, Fault[], string[]]>([
  ['a flood wait', [{ kind: 'flood', retryAfter: 1 }], ['flood-wait flood-wait', 'delivered done']],
  ['a dead chat', [refusal(403, 'Forbidden: bot was blocked by the user')], ['refused failed']],
  ['a refusal', [refusal(400, 'Bad Request: message is too long')], ['refused failed']],
  [
    'wrong formatting',
    [refusal(400, "Bad Request: can't parse entities")],
    ['formatting-refused again', 'delivered done'],
  ],
  [
    'no answer three times',
    [{ kind: 'reset' }, { kind: 'reset' }, { kind: 'reset' }],
    ['uncertain retry', 'uncertain retry', 'uncertain failed'],
  ],
])('each attempt is logged once: %s', async (_what, faults, expected) => {
  const { own } = await outcomesOf(faults)
  expect(own.map(({ outcome, next }) => `${outcome} ${next}`)).toEqual(expected)
})

it('a long message is logged as one attempt per part', async () => {
  const { id } = await marta.connect(stage.botApi, { templateId: 'simple-alert' })
  const long = 'x'.repeat(9_000)
  const answer = await postAlert(`${stage.url}/webhooks/${id}`, long)
  const { alertId }: { alertId: string } = await answer.json()
  const own = () => attempts().filter(({ alertIds }) => alertIds.includes(alertId))
  await expect
    .poll(() => own().map(({ outcome, next }) => `${outcome} ${next}`))
    .toEqual(['part next-part', 'part next-part', 'delivered done'])
})

it('a connection test is logged as an attempt', async () => {
  const connection = await marta.connect(stage.botApi, { templateId: 'simple-alert' })
  await marta.api.connections.test({ id: connection.id })
  const own = () => attempts().filter(({ lane }) => lane.endsWith(connection.telegramChatId))
  await expect
    .poll(own)
    .toMatchObject([{ kind: 'test', outcome: 'delivered', alerts: 0, alertIds: [] }])
})
