import { beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#server/base/config.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import type { QueueReason } from '#shared/model/queue.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { fillQueue } from '../support/long-lane.ts'
import { signUp, type Trader } from '../support/trader.ts'
import type { VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

/** The queue by chat, with the reasons for waiting; pauses and dropped alerts. */
let stage: VirtualApp
let trader: Trader
let templateId: string

async function setTheStage(settings: Partial<Config> = {}) {
  ;({ stage, trader, templateId } = await startLine('{{n}}', settings))
}

/** Connects without grouping. */
const connect = (draft: Partial<ConnectionDraft> = {}) =>
  trader.connect(stage.botApi, { templateId, groupBursts: false, ...draft })
type Connection = Awaited<ReturnType<typeof connect>>

const post = async (to: Connection, n: number) => {
  const response = await postAlert(to.webhookUrl, { n })
  expect(response.status).toBe(202)
  return ((await response.json()) as { alertId: string }).alertId
}

const queue = () => trader.api.queue.list({})
/** @param token the bot's */
const laneIdOf = ({ telegramChatId }: Connection, token: string) =>
  `${token.split(':')[0]}:${telegramChatId}`
const read = (id: string) => trader.api.alerts.read({ id })
const statusOf = async (id: string) => (await read(id)).telegramDeliveryStatus
const succeeds = (id: string) => stage.poll(() => statusOf(id)).toBe('success')
/** Pauses as the connections' cards show them. */
const pausesOf = async (...connections: Connection[]) => {
  const shown = await trader.api.connections.list()
  return connections.map(({ id }) => {
    const paused = shown.find(one => one.id === id)?.paused
    return paused ? { ofAll: paused.ofAll } : paused
  })
}

describe('a pause', () => {
  let connection: Connection
  let token: string
  let laneId: string

  beforeEach(async () => {
    await setTheStage()
    token = stage.botApi.addBot().token
    connection = await connect({ telegramBotToken: token })
    laneId = laneIdOf(connection, token)
  })

  it('keeps a chat waiting, and the others go on', async () => {
    const other = await connect()
    await trader.api.queue.pause({ laneId })
    const ids = [await post(connection, 1), await post(connection, 2)]
    await succeeds(await post(other, 3))
    expect(arrivedTexts(stage.botApi)).toEqual(['3'])
    await stage.poll(async () => (await queue()).total).toBe(1)
    const { items, total, waiting } = await queue()
    expect({ total, waiting }).toEqual({ total: 1, waiting: { count: 2, more: false } })
    expect(items).toMatchObject([
      {
        id: laneId,
        connections: [{ id: connection.id, name: 'Oro H1', isActive: true }],
        waiting: { count: 2, more: false },
        reason: { kind: 'paused', ofAll: false },
        paused: { ofAll: false },
        emptyAt: null,
      },
    ])
    expect(await trader.api.queue.place({ id: ids[1] ?? '' })).toMatchObject({
      ahead: { count: 1, more: false },
      waiting: { count: 2, more: false },
      reason: { kind: 'paused' },
      expectedAt: null,
    })
    expect(await pausesOf(connection, other)).toEqual([{ ofAll: false }, null])
    expect(await trader.api.queue.resume({ laneId })).toEqual({ paused: false })
    for (const id of ids) await succeeds(id)
    expect(arrivedTexts(stage.botApi)).toEqual(['3', '1', '2'])
    expect(await queue()).toMatchObject({ total: 0, items: [], since: null })
  })

  it('applies to the chat of the connection that it is asked for', async () => {
    const other = await connect()
    await trader.api.queue.pause({ connectionId: connection.id })
    expect(await pausesOf(connection, other)).toEqual([{ ofAll: false }, null])
    await trader.api.queue.resume({ connectionId: connection.id })
    expect(await pausesOf(connection, other)).toEqual([null, null])
    await expect(trader.api.queue.pause({ connectionId: 'gone' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await pausesOf(connection, other)).toEqual([null, null])
  })

  it('covers new chats and outlasts the resume of a single one when set for all chats', async () => {
    await trader.api.queue.pause({})
    const later = await connect()
    expect(await queue()).toMatchObject({ total: 0, items: [] })
    const id = await post(later, 1)
    expect(await trader.api.queue.resume({ laneId })).toEqual({ paused: true })
    expect((await queue()).pausedAllSince).not.toBeNull()
    expect(await pausesOf(connection, later)).toEqual([{ ofAll: true }, { ofAll: true }])
    expect(await statusOf(id)).toBe('pending')
    expect(stage.botApi.requests).toEqual([])
    await trader.api.queue.resume({})
    await succeeds(id)
  })

  it('is refused with 404 for the chat of another account', async () => {
    const stranger = await signUp(stage, 'pedro')
    await expect(stranger.api.queue.pause({ laneId })).rejects.toMatchObject({ status: 404 })
    const id = await post(connection, 1)
    await expect(stranger.api.queue.place({ id })).rejects.toMatchObject({ status: 404 })
    expect((await stranger.api.queue.list({})).total).toBe(0)
  })

  it('holds alerts that a flood wait kept back', async () => {
    const chat = { chatId: connection.telegramChatId }
    stage.botApi.fail({ ...chat, times: 1 }, { kind: 'flood', retryAfter: 860 })
    const ids = [await post(connection, 1), await post(connection, 2)]
    const reason = async () => (await queue()).items[0]?.reason
    await stage.poll(reason).toMatchObject({ kind: 'flood-wait', of: 'chat', seconds: 860 })
    const [lane] = (await queue()).items
    expect(Date.parse(lane?.emptyAt ?? '')).toBeGreaterThan(Date.now() + 30_000)
    await trader.api.queue.pause({ laneId })
    await stage.app.db.deleteFrom('lanes').execute()
    expect(await reason()).toMatchObject({ kind: 'paused' })
    await trader.api.queue.resume({ laneId })
    expect(await reason()).toMatchObject({ kind: 'retry', attempts: 0 })
    expect(await trader.api.queue.place({ id: ids[1] ?? '' })).toMatchObject({
      lane: { id: laneId, chatId: connection.telegramChatId },
      ahead: { count: 1 },
      expectedAt: expect.any(String),
    })
  })

  it('lets a send in flight finish', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    stage.botApi.fail({ times: 1 }, { kind: 'delay', ms: 0, after: released })
    const ids = [await post(connection, 1), await post(connection, 2)]
    await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
    expect((await queue()).items).toMatchObject([{ reason: { kind: 'sending' } }])
    await trader.api.queue.pause({ laneId })
    release()
    await succeeds(ids[0] ?? '')
    expect(await statusOf(ids[1] ?? '')).toBe('pending')
    expect(arrivedTexts(stage.botApi)).toEqual(['1'])
  })

  it('holds resent alerts, but allows a connection test', async () => {
    stage.botApi.fail({ times: 1 }, { kind: 'refusal', status: 400, description: 'Bad Request: x' })
    const id = await post(connection, 1)
    await stage.poll(() => statusOf(id)).toBe('failed')
    await trader.api.queue.pause({ laneId })
    await trader.api.alerts.resend({ id })
    expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({ ok: true })
    expect(await statusOf(id)).toBe('pending')
    await trader.api.queue.resume({ laneId })
    await succeeds(id)
  })

  it('lets alerts expire after a day', async () => {
    await trader.api.queue.pause({ laneId })
    const ids = [await post(connection, 1), await post(connection, 2)]
    const [lane] = (await queue()).items
    const waited = Date.parse(lane?.expiresAt ?? '') - Date.parse(lane?.since ?? '')
    expect(waited).toBe(DAY_MS)
    await stage.app.db
      .updateTable('alerts')
      .set({ received_at: Date.now() - 2 * DAY_MS })
      .where('id', '=', ids[0] ?? '')
      .execute()
    await trader.api.queue.pause({})
    await stage.poll(() => statusOf(ids[0] ?? '')).toBe('failed')
    expect((await read(ids[0] ?? '')).reason).toContain('Caducada')
    expect(await statusOf(ids[1] ?? '')).toBe('pending')
    expect(stage.botApi.requests).toEqual([])
  })

  it('ends when its connection moves to another chat, where waiting alerts are sent', async () => {
    await trader.api.queue.pause({ laneId })
    const id = await post(connection, 1)
    stage.botApi.addChat({ id: 77, type: 'private' })
    await trader.api.connections.update({ id: connection.id, telegramChatId: '77' })
    await succeeds(id)
    expect(await queue()).toMatchObject({ total: 0, pausedLanes: 0 })
    await trader.api.connections.update({
      id: connection.id,
      telegramChatId: connection.telegramChatId,
    })
    await succeeds(await post(connection, 2))
  })

  it('survives an import of the set-up, and ends with its connection or a reset', async () => {
    await trader.api.queue.pause({ laneId })
    await trader.api.data.importAll(await trader.api.data.exportAll())
    expect(await queue()).toMatchObject({ total: 1, pausedLanes: 1 })
    await trader.api.connections.remove({ id: connection.id })
    const same = { telegramBotToken: token, telegramChatId: connection.telegramChatId }
    await succeeds(await post(await connect(same), 1))
    await trader.api.queue.pause({})
    await trader.api.data.reset()
    expect((await queue()).pausedAllSince).toBeNull()
  })

  it('begins once and ends once for ten simultaneous requests', async () => {
    const id = await post(connection, 1)
    await succeeds(id)
    const each = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? { laneId } : {}))
    await Promise.all(each.map(scope => trader.api.queue.pause(scope)))
    const waiting = await post(connection, 2)
    expect(await queue()).toMatchObject({ total: 1, pausedLanes: 1 })
    await Promise.all(each.map(scope => trader.api.queue.resume(scope)))
    await succeeds(waiting)
  })
})

describe('a pause in an outage', () => {
  beforeEach(() => setTheStage({ deliveryOutageWindow: 4_000 }))

  it('keeps waiting alerts from being given up', async () => {
    const { token } = stage.botApi.addBot()
    const [held, other] = [
      await connect({ telegramBotToken: token }),
      await connect({ telegramBotToken: token }),
    ]
    const page = stage.botApi.fail({ token }, { kind: 'page', status: 502 })
    const ids = [await post(held, 1), await post(other, 2)]
    const reasons = async () => (await queue()).items.map(({ reason }) => reason)
    await stage
      .poll(reasons)
      .toMatchObject([
        { kind: 'outage', of: 'bot', givesUpAt: expect.any(String) },
        { kind: 'outage' },
      ])
    await trader.api.queue.pause({ laneId: laneIdOf(held, token) })
    await stage.poll(() => statusOf(ids[1] ?? '')).toBe('failed')
    expect(await statusOf(ids[0] ?? '')).toBe('pending')
    page.lift()
    await succeeds(await post(other, 3))
    expect(await statusOf(ids[0] ?? '')).toBe('pending')
    await trader.api.queue.resume({})
    await succeeds(ids[0] ?? '')
  })
})

describe('a drop', () => {
  beforeEach(() => setTheStage())

  it('fails the dropped alerts, allows a resend, and lets later ones go on', async () => {
    const [one, other] = [await connect(), await connect()]
    await trader.api.queue.pause({})
    const old = [await post(one, 1), await post(one, 2)]
    const { asOf, items } = await queue()
    await stage.time.pass(1)
    const later = await post(one, 3)
    const elsewhere = await post(other, 4)
    const laneId = items[0]?.id
    const drops = await Promise.all([
      trader.api.queue.drop({ laneId, before: asOf }),
      trader.api.queue.drop({ laneId, before: asOf }),
    ])
    expect(Math.max(...drops.map(({ dropped }) => dropped))).toBe(2)
    for (const id of old)
      expect(await read(id)).toMatchObject({
        telegramDeliveryStatus: 'failed',
        reason: expect.stringContaining('Descartada de la espera'),
      })
    await trader.api.queue.resume({})
    for (const id of [later, elsewhere]) await succeeds(id)
    await trader.api.alerts.resend({ id: old[0] ?? '' })
    await succeeds(old[0] ?? '')
    expect(arrivedTexts(stage.botApi, one.telegramChatId)).toEqual(['3', '1'])
    expect(await trader.api.errorLogs.list({})).toMatchObject({ total: 0 })
    expect(await trader.api.notifications.list()).toEqual([])
    expect((await trader.api.connections.list()).map(({ trouble }) => trouble)).toEqual([
      null,
      null,
    ])
  })

  it('marks an alert in flight uncertain, which may arrive twice when resent', async () => {
    const connection = await connect()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    stage.botApi.fail({ times: 1 }, { kind: 'delay', ms: 0, after: released })
    const ids = [await post(connection, 1), await post(connection, 2)]
    await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
    const before = new Date().toISOString()
    expect(await trader.api.queue.drop({ before })).toEqual({ dropped: 2 })
    const doubts = () => Promise.all(ids.map(async id => (await read(id)).uncertain))
    expect(await doubts()).toEqual([true, false])
    for (const id of ids) await trader.api.alerts.resend({ id })
    release()
    await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length === 3)
    for (const id of ids) await succeeds(id)
    expect(arrivedTexts(stage.botApi)).toEqual(['1', '1', '2'])
    expect(await doubts()).toEqual([true, false])
  })

  it('removes 12,001 alerts at once, after which only new ones are sent', async () => {
    const connection = await connect()
    await trader.api.queue.pause({})
    await post(connection, 1)
    const { lane, user_id } = await stage.app.db
      .selectFrom('connections')
      .select(['lane', 'user_id'])
      .where('id', '=', connection.id)
      .executeTakeFirstOrThrow()
    const of = { lane: `'${lane}'`, user: `'${user_id}'`, connection: `'${connection.id}'` }
    await fillQueue(stage.app.db, 12_000, of)
    const { waiting, items } = await queue()
    expect(waiting).toEqual({ count: 10_000, more: true })
    expect(items).toMatchObject([{ waiting: { count: 10_000, more: true }, emptyAt: null }])
    const before = new Date().toISOString()
    expect(await trader.api.queue.drop({ before })).toEqual({ dropped: 12_001 })
    expect((await queue()).waiting).toEqual({ count: 0, more: false })
    await trader.api.queue.resume({})
    const fresh = await post(connection, 2)
    await succeeds(fresh)
    expect(arrivedTexts(stage.botApi)).toEqual(['2'])
  })
})

describe('the queue', () => {
  it('estimates deliveries from all chats of the bot that are not paused', async () => {
    await setTheStage({ telegramBotRate: 1 })
    const { token } = stage.botApi.addBot()
    stage.botApi.fail({ token }, { kind: 'flood', retryAfter: 860 })
    const chats = [
      await connect({ telegramBotToken: token }),
      await connect({ telegramBotToken: token }),
      await connect({ telegramBotToken: token }),
    ]
    const ids: string[] = []
    for (const chat of [...chats, ...chats]) ids.push(await post(chat, 1))
    await stage
      .poll(async () => (await queue()).items.map(({ reason }) => reason?.kind))
      .toEqual(['flood-wait', 'flood-wait', 'flood-wait'])
    /** Messages of the bot between the end of its flood wait and `at`. */
    const messagesUntil = (at: string | null, reason: QueueReason | null) =>
      reason?.kind === 'flood-wait'
        ? Math.round((Date.parse(at ?? '') - Date.parse(reason.until)) / 1_030)
        : null
    const expected = async () => {
      const { items } = await queue()
      const place = await trader.api.queue.place({ id: ids.at(-1) ?? '' })
      return [
        ...items.map(({ emptyAt, reason }) => messagesUntil(emptyAt, reason)),
        messagesUntil(place?.expectedAt ?? null, place?.reason ?? null),
      ]
    }
    expect(await expected()).toEqual([6, 6, 6, 3])
    const [first] = chats
    if (first) await trader.api.queue.pause({ laneId: laneIdOf(first, token) })
    expect(await expected()).toEqual([null, 4, 4, 2])
  })

  it('counts the alerts that a drop would remove', async () => {
    await setTheStage()
    const { token } = stage.botApi.addBot()
    const connection = await connect({ telegramBotToken: token })
    const laneId = laneIdOf(connection, token)
    await trader.api.queue.pause({ laneId })
    const early = await post(connection, 1)
    const before = (await trader.api.alerts.read({ id: early })).timestamp
    await stage.time.pass(1)
    const late = await post(connection, 2)
    const now = new Date().toISOString()
    const count = async (input: { laneId?: string; before: string }) =>
      (await trader.api.queue.count(input)).count
    expect(await count({ before: now })).toBe(2)
    expect(await count({ laneId, before })).toBe(1)
    expect(await count({ laneId, before: new Date(0).toISOString() })).toBe(0)
    await expect(count({ laneId: 'no:such', before })).rejects.toMatchObject({ status: 404 })
    expect(await trader.api.queue.drop({ laneId, before })).toEqual({ dropped: 1 })
    expect([await statusOf(early), await statusOf(late)]).toEqual(['failed', 'pending'])
  })
})
