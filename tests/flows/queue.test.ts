import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '#server/base/config.ts'
import { arrivals, arrivedTexts } from '../support/arrivals.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** What waits, by chat, and why; pauses, and what is dropped. */
let stage: TestApp
let trader: Trader
let templateId: string

async function setTheStage(settings: Partial<Config> = {}) {
  const running = await startTestApp(settings)
  onTestFinished(() => running[Symbol.asyncDispose]())
  stage = running
  trader = await signUp(stage)
  templateId = (await trader.api.templates.create({ name: 'N', content: '{{n}}' })).id
}

const connect = () => trader.connect(stage.botApi, { templateId })
type Connection = Awaited<ReturnType<typeof connect>>

const post = async (to: Connection, n: number) => {
  const response = await postAlert(to.webhookUrl, { n })
  expect(response.status).toBe(202)
  return ((await response.json()) as { alertId: string }).alertId
}

const queue = () => trader.api.queue.list({})
const laneIdOf = async ({ id }: Connection) => {
  await trader.api.queue.pause({})
  const { items } = await queue()
  await trader.api.queue.resume({})
  return items.find(({ connections }) => connections.some(one => one.id === id))?.id ?? ''
}
/** As each connection's card tells it. */
const pausesOf = async (...connections: Connection[]) => {
  const shown = await trader.api.connections.list()
  return connections.map(({ id }) => {
    const paused = shown.find(one => one.id === id)?.paused
    return paused ? { ofAll: paused.ofAll } : paused
  })
}
const statusOf = async (id: string) => (await trader.api.alerts.read({ id })).telegramDeliveryStatus
const arrived = (count: number) =>
  stage.botApi.waitFor(() => arrivals(stage.botApi).length === count)

describe('a pause', () => {
  let connection: Connection
  let laneId: string

  beforeEach(async () => {
    await setTheStage()
    connection = await connect()
    laneId = await laneIdOf(connection)
  })

  it('keeps a chat waiting, and the others go on', async () => {
    const other = await connect()
    await trader.api.queue.pause({ laneId })
    const ids = [await post(connection, 1), await post(connection, 2)]
    await post(other, 3)
    await arrived(1)
    expect(arrivedTexts(stage.botApi)).toEqual(['3'])
    await expect.poll(async () => (await queue()).total).toBe(1)
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
    await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).join().includes('2'))
    for (const id of ids) await expect.poll(() => statusOf(id)).toBe('success')
    expect(await queue()).toMatchObject({ total: 0, items: [], since: null })
  })

  it('of all holds for chats to come, and a single one does not go on in it', async () => {
    await trader.api.queue.pause({})
    const later = await connect()
    const id = await post(later, 1)
    expect(await trader.api.queue.resume({ laneId })).toEqual({ paused: true })
    expect((await queue()).pausedAllSince).not.toBeNull()
    expect(await pausesOf(connection, later)).toEqual([{ ofAll: true }, { ofAll: true }])
    expect(await statusOf(id)).toBe('pending')
    expect(stage.botApi.requests).toEqual([])
    await trader.api.queue.resume({})
    await expect.poll(() => statusOf(id)).toBe('success')
  })

  it('is not asked for a chat that is not the own one', async () => {
    const stranger = await signUp(stage, 'pedro')
    await expect(stranger.api.queue.pause({ laneId })).rejects.toMatchObject({ status: 404 })
    const id = await post(connection, 1)
    await expect(stranger.api.queue.place({ id })).rejects.toMatchObject({ status: 404 })
    expect((await stranger.api.queue.list({})).total).toBe(0)
  })
})

describe('what waits', () => {
  it('is counted before it is dropped', async () => {
    await setTheStage()
    const connection = await connect()
    const laneId = await laneIdOf(connection)
    await trader.api.queue.pause({ laneId })
    const early = await post(connection, 1)
    const before = (await trader.api.alerts.read({ id: early })).timestamp
    await vi.waitUntil(() => Date.now() > Date.parse(before))
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
