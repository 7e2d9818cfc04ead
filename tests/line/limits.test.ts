import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

/** Production delays and limits, to the millisecond. */
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const OUTAGE_WINDOW_MS = 15 * MINUTE_MS

let stage: VirtualApp
let trader: Trader
let templateId: string

beforeEach(async () => {
  ;({ stage, trader, templateId } = await startLine('{{n}}'))
})

const connect = (draft: Partial<ConnectionDraft> = {}) =>
  trader.connect(stage.botApi, { templateId, groupBursts: false, markLate: false, ...draft })
type Connection = Awaited<ReturnType<typeof connect>>

async function post(to: Connection, n: number): Promise<string> {
  const response = await postAlert(to.webhookUrl, { n })
  return ((await response.json()) as { alertId: string }).alertId
}

/** Milliseconds from `begun` until each message was stored in the chat. */
const arrivedAt = (begun: number) => stage.botApi.messages.map(({ at }) => at - begun)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1))
const sends = () => stage.botApi.requests.filter(({ method }) => method === 'sendmessage')
const statusOf = async (id: string) => (await trader.api.alerts.read({ id })).telegramDeliveryStatus

describe('a group', () => {
  it('gets 60 messages in order within 150 s, at most 20 in any minute', async () => {
    stage.botApi.enforceLimits(true)
    stage.botApi.addChat({ id: -100_77, type: 'supergroup' })
    const group = await connect({ telegramChatId: '-10077' })
    const begun = Date.now()
    for (let n = 1; n <= 60; n += 1) await post(group, n)
    await stage.botApi.waitFor(messages => messages.length === 60)
    expect(arrivedTexts(stage.botApi)).toEqual(numbers(60))
    const at = arrivedAt(begun)
    for (let n = 20; n < at.length; n += 1) {
      const apart = (at[n] ?? 0) - (at[n - 20] ?? 0)
      expect(apart).toBeGreaterThanOrEqual(MINUTE_MS)
    }
    expect(at.at(-1)).toBeLessThan(150 * SECOND_MS)
    expect(stage.botApi.requests.filter(({ status }) => status === 429)).toEqual([])
  })
})

describe('a flood wait', () => {
  it.each([1, 60, 1_000])('holds a send back for %i s, to the second', async retryAfter => {
    const connection = await connect()
    stage.botApi.fail({ times: 1 }, { kind: 'flood', retryAfter })
    const begun = Date.now()
    await post(connection, 1)
    await stage.botApi.waitFor(messages => messages.length === 1)
    const [at = 0] = arrivedAt(begun)
    expect(at).toBeGreaterThanOrEqual(retryAfter * SECOND_MS)
    expect(at).toBeLessThan((retryAfter + 1) * SECOND_MS)
    expect(sends()).toHaveLength(2)
  })
})

describe('a send that fails while Telegram answers others', () => {
  it('is tried three times, 2 and 4 seconds apart', async () => {
    const { token } = stage.botApi.addBot()
    const draft = { telegramBotToken: token }
    const [broken, other] = [await connect(draft), await connect(draft)]
    await post(other, 0)
    await stage.time.settle()
    stage.botApi.fail({ chatId: broken.telegramChatId }, { kind: 'page', status: 502 })
    const begun = Date.now()
    const id = await post(broken, 1)
    for (let n = 1; n <= 20; n += 1) {
      await post(other, n)
      await stage.time.pass(500)
    }
    expect(await statusOf(id)).toBe('failed')
    const tries = sends().filter(({ chatId }) => chatId === broken.telegramChatId)
    expect(tries.map(({ at }) => Math.round((at - begun) / SECOND_MS))).toEqual([0, 2, 6])
  })
})

describe('a message that may be in the chat, because its send got no answer', () => {
  it.each([
    ['hangs, on a bot whose other chats are quiet', { kind: 'hang', stored: true }],
    ['is a page', { kind: 'page', status: 502, stored: true }],
    ['breaks off', { kind: 'cut', stored: true }],
    ['is a page that knows nothing of the message', { kind: 'page', status: 502 }],
  ] as const)(
    'is sent three times, then fails with one notification (the answer %s)',
    async (_, fault) => {
      const connection = await connect()
      stage.botApi.fail({ method: 'sendMessage' }, fault)
      const id = await post(connection, 1)
      await stage.time.pass(10 * MINUTE_MS)
      expect(stage.botApi.messages).toHaveLength('stored' in fault ? 3 : 0)
      expect(sends()).toHaveLength(3)
      const [first = 0, second = 0, third = 0] = sends().map(({ at }) => at)
      expect(second - first).toBeGreaterThanOrEqual(2 * SECOND_MS)
      expect(third - second).toBeGreaterThanOrEqual(4 * SECOND_MS)
      const alert = await trader.api.alerts.read({ id })
      expect(alert).toMatchObject({ telegramDeliveryStatus: 'failed', uncertain: true })
      expect(alert.reason).toContain('puede haber llegado varias veces')
      expect(alert.attempts?.map(({ inDoubt }) => inDoubt)).toEqual([true, true, true])
      expect(await trader.api.notifications.list()).toHaveLength(1)
    },
  )
})

describe('an outage', () => {
  it('holds 60 alerts for ten minutes, which then leave in order within a minute', async () => {
    const connection = await connect({ groupBursts: true })
    await stage.botApi.down()
    for (let n = 1; n <= 60; n += 1) {
      await post(connection, n)
      await stage.time.pass(10 * SECOND_MS)
    }
    expect(stage.botApi.messages).toEqual([])
    const ended = Date.now()
    await stage.botApi.up()
    await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length === 60)
    expect(arrivedTexts(stage.botApi)).toEqual(numbers(60))
    expect(Date.now() - ended).toBeLessThan(MINUTE_MS)
  })

  it('fails an alert that has waited 15 minutes, to within 5 seconds', async () => {
    const connection = await connect()
    await stage.botApi.down()
    const id = await post(connection, 1)
    await stage.time.pass(OUTAGE_WINDOW_MS - 5 * SECOND_MS)
    expect(await statusOf(id)).toBe('pending')
    await stage.time.pass(10 * SECOND_MS)
    expect(await trader.api.alerts.read({ id })).toMatchObject({
      telegramDeliveryStatus: 'failed',
      reason: expect.stringContaining('demasiado tiempo'),
      retryAttempts: 0,
    })
  })
})

it('delivers at the same virtual times in every run', async () => {
  const run = async () => {
    await using again = await startVirtualApp()
    stage = again
    again.botApi.enforceLimits(true)
    trader = await signUp(again)
    templateId = (await trader.api.templates.create({ name: 'N', content: '{{n}}' })).id
    const begun = Date.now()
    const connections = [await connect(), await connect()]
    again.botApi.fail({ times: 2 }, { kind: 'page', status: 502 })
    for (let n = 1; n <= 10; n += 1) for (const connection of connections) await post(connection, n)
    await again.botApi.waitFor(messages => messages.length === 20)
    return arrivedAt(begun)
  }
  const first = await run()
  expect(await run()).toEqual(first)
})
