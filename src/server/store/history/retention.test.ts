import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { insertProfile, updateProfile } from '#server/store/rows/profiles.ts'
import { DAY_MS } from '#shared/limits.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { deleteExpired, HistoryRetention } from './retention.ts'
import { saveClock } from './trusted-clock.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  store = await openTestStore()
  await saveClock(store.db)
})
afterEach(() => store[Symbol.asyncDispose]())

const ownerOf = (userId: string) => ({ db: store.db, userId })

async function settle(userId: string, historyDays: 30 | 90 | 365 | null) {
  await insertProfile(ownerOf(userId))
  await updateProfile(ownerOf(userId), { history_days: historyDays })
}

/** Alerts of these ages in days, each named after its age. */
async function receive(userId: string, ...ages: number[]): Promise<NewAlert[]> {
  const now = Date.now()
  const alerts = ages.map(age =>
    alertRow({
      user_id: userId,
      connection_id: 'btc',
      name: String(age),
      received_at: now - age * DAY_MS,
    }),
  )
  await transaction(store.db, trx => insertAlerts(trx, alerts))
  return alerts
}

async function clear(userId: string, signal = new AbortController().signal) {
  const steps = await Array.fromAsync(deleteExpired(ownerOf(userId), signal))
  return {
    deleted: steps.map(({ deleted }) => deleted),
    lanes: steps.flatMap(({ lanes }) => lanes),
  }
}

const left = async (userId: string): Promise<string[]> => {
  const rows = await store.db
    .selectFrom('alerts')
    .select('name')
    .where('user_id', '=', userId)
    .orderBy('received_at', 'desc')
    .execute()
  return rows.map(({ name }) => name)
}

describe('deleting expired alerts', () => {
  it('deletes alerts past the retention of the account, and keeps other accounts', async () => {
    await settle('ana', 90)
    await settle('eva', null)
    for (const name of ['ana', 'eva']) await receive(name, 0, 89.9, 90.1, 400)

    expect(await clear('ana')).toEqual({ deleted: [2], lanes: [] })
    expect(await left('ana')).toEqual(['0', '89.9'])
    expect(await clear('eva')).toEqual({ deleted: [], lanes: [] })
    expect(await left('eva')).toHaveLength(4)
  })

  it('deletes 1,203 alerts in batches of 500', async () => {
    await settle('ana', 30)
    await receive(
      'ana',
      1,
      ...Array(1_203)
        .keys()
        .map(day => 31 + day),
    )
    expect(await clear('ana')).toEqual({ deleted: [500, 500, 203], lanes: [] })
    expect(await left('ana')).toEqual(['1'])
  })

  it('cancels the deliveries of deleted alerts and returns their lanes', async () => {
    await settle('ana', 30)
    await insertConnection(ownerOf('ana'), connectionRow('btc'))
    const [old, fresh] = await receive('ana', 31, 1)
    if (!old || !fresh) throw new Error('two were received')
    await transaction(store.db, trx =>
      insertDeliveries(
        trx,
        [old, fresh].map(({ id }) => ({
          alertId: id,
          userId: 'ana',
          connectionId: 'btc',
          lane: `lane of ${id}`,
        })),
      ),
    )
    expect(await clear('ana')).toEqual({
      deleted: [1],
      lanes: [`lane of ${old.id}`],
    })
    const waiting = await store.db.selectFrom('deliveries').select('alert_id').execute()
    expect(waiting).toEqual([{ alert_id: fresh.id }])
  })

  it('deletes no more once its signal aborts', async () => {
    await settle('ana', 30)
    await receive('ana', 31)
    expect(await clear('ana', AbortSignal.abort())).toEqual({ deleted: [], lanes: [] })
    expect(await left('ana')).toEqual(['31'])
  })
})

describe('retention', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const log = createLog({ level: 'silent' })

  it('clears all accounts at the start and reports each account that lost alerts', async () => {
    await settle('ana', 30)
    await settle('eva', 365)
    await settle('leo', null)
    for (const name of ['ana', 'eva', 'leo']) await receive(name, 1, 100)
    const onDeleted = vi.fn()

    await using keeper = new HistoryRetention({ db: store.db, log, onDeleted })
    keeper.start()
    await expect.poll(() => onDeleted.mock.calls).toEqual([['ana', []]])
    expect(await left('ana')).toEqual(['1'])
    expect(await left('eva')).toHaveLength(2)
    expect(await left('leo')).toHaveLength(2)
  })

  it('clears a single account on request', async () => {
    await settle('ana', 30)
    await settle('eva', 30)
    for (const name of ['ana', 'eva']) await receive(name, 31)
    const onDeleted = vi.fn()
    await using keeper = new HistoryRetention({ db: store.db, log, onDeleted })
    keeper.clear('eva')
    await expect.poll(() => onDeleted.mock.calls).toEqual([['eva', []]])
    expect(await left('ana')).toEqual(['31'])
    expect(await left('eva')).toEqual([])
  })

  it('goes on with the other accounts when clearing one fails', async () => {
    await settle('ana', 30)
    await settle('eva', 30)
    for (const name of ['ana', 'eva']) await receive(name, 31)
    const onDeleted = vi.fn((userId: string) => {
      if (userId === 'ana') throw new Error('nobody listens')
    })
    await using keeper = new HistoryRetention({ db: store.db, log, onDeleted })
    keeper.clear('ana')
    keeper.clear('eva')
    await expect.poll(() => onDeleted.mock.calls.map(([userId]) => userId)).toEqual(['ana', 'eva'])
  })

  it('resumes a failed account a minute later', async () => {
    await settle('ana', 30)
    await receive('ana', 1, ...Array<number>(1_200).fill(31))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const onDeleted = vi.fn(() => {
      if (onDeleted.mock.calls.length === 1) throw new Error('nobody listens')
    })
    await using keeper = new HistoryRetention({ db: store.db, log, onDeleted })
    keeper.clear('ana')
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    expect(await left('ana')).toHaveLength(701)
    vi.advanceTimersByTime(60_000)
    await expect.poll(() => onDeleted.mock.calls.length).toBe(3)
    expect(await left('ana')).toEqual(['1'])
  })
})
