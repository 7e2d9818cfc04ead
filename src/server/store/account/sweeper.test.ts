import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { openStore } from '#server/store/open-store.ts'
import { insertDeliveries, isQueued } from '#server/store/queue/deliveries.ts'
import { countQueued, failQueued, failQueuedUpTo } from '#server/store/queue/fail-queued.ts'
import { insertAccount } from '#server/store/rows/accounts.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { sqliteHere } from '../../../../tests/support/sqlite-here.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { removeAccount, resetAccount, seedAccount } from './account.ts'
import { removeConnections } from './remove-connections.ts'
import { startSweeper, sweepAll } from './sweeper.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
let db: Database
beforeEach(async () => {
  store = await openTestStore()
  db = store.db
})
afterEach(() => store[Symbol.asyncDispose]())

const LANE = 'ana:1:2'
const ana = () => ({ db, userId: 'ana' })
const dead = { code: 'bot_blocked', reason: 'El chat no está.' }

const connect = (id: string) => insertConnection(ana(), { ...connectionRow(id), lane: LANE })

/** Stores queued alerts of a connection. @returns their ids, oldest first */
async function receive(connectionId: string, count: number, at = Date.now()): Promise<string[]> {
  const alerts = Array.from({ length: count }, () =>
    alertRow({ user_id: 'ana', connection_id: connectionId, received_at: at }),
  )
  const lane = LANE
  for (let from = 0; from < count; from += 500)
    await transaction(db, async trx => {
      const some = alerts.slice(from, from + 500)
      await insertAlerts(trx, some)
      const waiting = some.map(({ id }) => ({ alertId: id, userId: 'ana', connectionId, lane }))
      await insertDeliveries(trx, waiting)
    })
  return alerts.map(({ id }) => id)
}

const remove = (id: string) => ownerTransaction(ana(), own => removeConnections(own, [id]))

/** @returns number of alerts queued before */
const fail = (ids: string[]) =>
  ownerTransaction(ana(), async own => {
    const count = await countQueued(own, ids)
    await failQueued(own, ids, dead)
    return count
  })

/** Ids of the alerts to be sent next. */
const front = async () => (await frontOfLane(db, LANE)).filter(isQueued).map(row => row.alert_id)

async function statuses(): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['status', 'error_code', eb => eb.fn.countAll<number>().as('count')])
    .groupBy(['status', 'error_code'])
    .execute()
  return Object.fromEntries(rows.map(row => [row.error_code ?? row.status, row.count]))
}

const rowsOf = async (table: 'deliveries' | 'tombstones' | 'alerts') =>
  (await db.selectFrom(table).selectAll().execute()).length

/** Replaces the process by a new one on the same database, without ending its work. */
async function killAndStart() {
  const next = await openStore(store.place, { connectSqlite: sqliteHere() })
  await store.db.destroy()
  store = Object.assign(next, { place: store.place })
  db = next.db
}

describe('the queue of a connection', () => {
  it('fails at once when it is short', async () => {
    await connect('btc')
    await receive('btc', 500)
    await remove('btc')
    expect(await statuses()).toEqual({ connection_deleted: 500 })
    expect(await rowsOf('tombstones')).toBe(0)
  })

  it('fails in steps when it is long, and its alerts are no longer sent', async () => {
    await connect('btc')
    await receive('btc', 1_200)
    await remove('btc')
    expect(await statuses()).toEqual({ pending: 1_200 })
    expect(await front()).toEqual([])
    await sweepAll(db)
    expect(await statuses()).toEqual({ connection_deleted: 1_200 })
    expect([await rowsOf('deliveries'), await rowsOf('tombstones')]).toEqual([0, 0])
  })

  it.each([
    ['is little', 3],
    ['is much', 1_200],
  ])('is dropped up to an alert when it %s, and sends later alerts', async (_much, count) => {
    await connect('btc')
    await receive('btc', count)
    const [last] = await db
      .selectFrom('deliveries')
      .select(eb => eb.fn.max<number>('seq').as('seq'))
      .execute()
    const [fresh] = await receive('btc', 1)
    const drop = () =>
      ownerTransaction(ana(), own =>
        failQueuedUpTo(own, [{ id: 'btc', last_seq: last?.seq ?? 0 }], dead),
      )
    await Promise.all([drop(), drop()])
    await sweepAll(db)
    expect(await statuses()).toEqual({ bot_blocked: count, pending: 1 })
    expect(await front()).toEqual([fresh])
    expect(await rowsOf('tombstones')).toBe(0)
  })

  it('fails though a connection of the same id comes back, which sends its own', async () => {
    await connect('btc')
    await receive('btc', 1_200)
    await remove('btc')
    await connect('btc')
    const [fresh] = await receive('btc', 1)
    expect(await front()).toEqual([])
    await sweepAll(db)
    expect(await front()).toEqual([fresh])
    expect(await statuses()).toEqual({ connection_deleted: 1_200, pending: 1 })
  })

  it('fails with its chat, while later alerts are sent', async () => {
    for (const id of ['btc', 'eth', 'other']) await connect(id)
    const [mine] = await receive('other', 1)
    await receive('btc', 700)
    await receive('eth', 1)
    expect(await fail(['btc', 'eth', 'without alerts'])).toBe(701)
    const [fresh] = await receive('btc', 1)
    expect(await front()).toEqual([mine])
    await sweepAll(db)
    expect(await front()).toEqual([mine, fresh])
    expect(await statuses()).toEqual({ bot_blocked: 701, pending: 2 })
  })

  it('counts each alert once, however often its chat fails meanwhile', async () => {
    await connect('btc')
    await receive('btc', 600)
    expect(await fail(['btc'])).toBe(600)
    expect(await fail(['btc'])).toBe(0)
    await receive('btc', 1)
    expect(await fail(['btc'])).toBe(1)
  })
})

describe('a history', () => {
  it('is deleted by a reset, which keeps the alerts of new connections', async () => {
    await ownerTransaction(ana(), own => seedAccount(own, 0))
    await connect('btc')
    await receive('btc', 600)
    await receive('gone', 600)
    await receive('gone', 1, Date.now() + 60_000)
    await resetAccount(ana())
    expect(await rowsOf('alerts')).toBeGreaterThan(0)
    await connect('btc')
    const fresh = await receive('btc', 3, Date.now() + 1)
    expect(await front()).toEqual([])
    await sweepAll(db)
    expect(await front()).toEqual(fresh)
    expect(await statuses()).toEqual({ pending: 3 })
    expect(await rowsOf('tombstones')).toBe(0)
  })

  it('is deleted by a reset at once when it is short', async () => {
    await ownerTransaction(ana(), own => seedAccount(own, 0))
    await connect('btc')
    await receive('btc', 20)
    await resetAccount(ana())
    expect([await rowsOf('alerts'), await rowsOf('tombstones')]).toEqual([0, 0])
  })
})

describe('a sweep', () => {
  const settled = async () => [await rowsOf('deliveries'), await rowsOf('tombstones')]
  const log = createLog({ level: 'silent' })

  /** Kills the process after some steps of the sweep. */
  async function killInTheMiddle() {
    const sweeping = startSweeper(db, log, () => {})
    await expect.poll(() => rowsOf('deliveries')).toBeLessThan(3_000)
    await sweeping[Symbol.asyncDispose]()
    expect(await rowsOf('tombstones')).toBe(1)
    await killAndStart()
  }

  it.each([
    ['a removed connection', () => remove('btc'), { connection_deleted: 3_000 }],
    ['a dead chat', () => fail(['btc']), { bot_blocked: 3_000 }],
    ['a reset', () => resetAccount(ana()), {}],
    ['a removed account', () => removeAccount(db, { id: 'ana', email: 'ana@x' }), {}],
  ])('continues at the next start after a kill: %s', async (_what, begin, end) => {
    const account = { id: 'ana', email: 'ana@x', name: 'ana', passwordHash: '' }
    await transaction(db, trx => insertAccount(trx, account, 0))
    await ownerTransaction(ana(), own => seedAccount(own, 0))
    await connect('btc')
    await receive('btc', 3_000)
    await begin()
    await killInTheMiddle()
    expect(await front()).toEqual([])
    const told: string[] = []
    await using _sweeping = startSweeper(db, log, userId => told.push(userId))
    await expect.poll(settled).toEqual([0, 0])
    await expect.poll(() => told.includes('ana')).toBe(true)
    expect(await statuses()).toEqual(end)
  })

  it('gives the same result with two sweepers at once', async () => {
    for (const id of ['btc', 'eth']) {
      await connect(id)
      await receive(id, 1_600)
    }
    await remove('btc')
    await fail(['eth'])
    const told: string[] = []
    await using _one = startSweeper(db, log, userId => told.push(userId))
    await using _other = startSweeper(db, log, userId => told.push(userId))
    await expect.poll(settled).toEqual([0, 0])
    expect(await statuses()).toEqual({ connection_deleted: 1_600, bot_blocked: 1_600 })
  })
})

it('finishes a short queue before the whole of a long one', async () => {
  for (const id of ['btc', 'eth']) await connect(id)
  await receive('btc', 3_000)
  await receive('eth', 600)
  await remove('btc')
  await remove('eth')
  await using _sweeping = startSweeper(db, createLog({ level: 'silent' }), () => {})
  const left = async (id: string) => {
    const { rows } = await sql`select 1 from deliveries where connection_id = ${id}`.execute(db)
    return rows.length
  }
  await expect.poll(() => left('eth'), { interval: 1 }).toBe(0)
  expect(await left('btc')).toBeGreaterThan(0)
})
