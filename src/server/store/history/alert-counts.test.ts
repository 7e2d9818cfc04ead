import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { advisoryLock, databaseType } from '#server/store/engine/dialect.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { openStore } from '#server/store/open-store.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { describeConnections, insertConnection } from '#server/store/rows/connections.ts'
import { numbersTo } from '../../../../tests/support/numbers.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { sqliteHere } from '../../../../tests/support/sqlite-here.ts'
import { planOf, remembering, type Step } from '../../../../tests/support/sqlite-plans.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { countAll, countByConnection, countEachWithin, countWithin } from './alert-counts.ts'
import { BUCKET_MS } from './count-triggers.ts'
import { locateAlerts } from './counted-ranges.ts'
import { rollUpCounts } from './roll-up.ts'

const NINE = Date.UTC(2026, 10, 19, 9)

let store: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store[Symbol.asyncDispose]())

const alert = (over: Partial<NewAlert> = {}) =>
  alertRow({ user_id: 'ana', connection_id: 'btc', received_at: NINE, ...over })
const receive = (...alerts: NewAlert[]) => transaction(store.db, trx => insertAlerts(trx, alerts))
const become = (id: string, status: 'success' | 'failed', error_code: string | null = null) =>
  store.db.updateTable('alerts').set({ status, error_code }).where('id', '=', id).execute()

const ana = () => ({ db: store.reader, userId: 'ana' })
const all = () => countAll(ana(), undefined)
const counts = (total: number, successful = 0, failed = 0, inactive = 0) => ({
  total,
  successful,
  failed,
  inactive,
})
const foldAll = async (db = store.db) => {
  while (await rollUpCounts(db));
}

describe.each(['noted', 'added up'])('a count that is %s', when => {
  const settle = async () => {
    if (when === 'added up') await foldAll()
  }

  it('follows every alert to its end', async () => {
    const [sent, lost, off] = [
      alert(),
      alert(),
      alert({ status: 'failed', error_code: 'inactive' }),
    ]
    await receive(sent, lost, off, alert())
    await settle()
    expect(await all()).toEqual(counts(4, 0, 0, 1))
    await become(sent.id, 'success')
    await become(lost.id, 'failed', 'refused')
    await settle()
    expect(await all()).toEqual(counts(4, 1, 1, 1))
    await become(lost.id, 'success')
    await settle()
    expect(await all()).toEqual(counts(4, 2, 0, 1))
    await store.db.deleteFrom('alerts').where('status', '=', 'success').execute()
    await settle()
    expect(await all()).toEqual(counts(2, 0, 0, 1))
  })

  it('is kept by 15-minute bucket, connection and account', async () => {
    await receive(
      alert({ received_at: NINE - 1 }),
      alert({ status: 'success' }),
      alert({ received_at: NINE + BUCKET_MS - 1, connection_id: 'oro' }),
      alert({ received_at: NINE + BUCKET_MS }),
      alert({ user_id: 'eva' }),
    )
    await settle()
    const ranges = [
      { from: NINE, to: NINE + BUCKET_MS },
      { from: NINE - BUCKET_MS, to: NINE + 2 * BUCKET_MS },
      { from: NINE + 8 * BUCKET_MS, to: NINE + 9 * BUCKET_MS },
    ]
    expect(await countWithin(ana(), undefined, ranges)).toMatchObject([
      { ...ranges[0], ...counts(2, 1) },
      counts(4, 1),
      counts(0),
    ])
    expect(await countWithin(ana(), 'oro', ranges)).toMatchObject([counts(1), counts(1), counts(0)])
    expect(await countAll(ana(), 'btc')).toEqual(counts(3, 1))
  })

  it('is undone when its transaction is rolled back', async () => {
    const undone = transaction(store.db, async trx => {
      await insertAlerts(trx, [alert()])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await settle()
    expect(await all()).toEqual(counts(0))
  })
})

it('counts rolled-up and noted changes together', async () => {
  await receive(alert(), alert({ connection_id: 'oro' }))
  await foldAll()
  await receive(alert(), alert({ connection_id: 'gone' }))
  expect(await all()).toEqual(counts(4))
  for (const id of ['btc', 'oro', 'quiet'])
    await insertConnection({ ...ana(), db: store.db }, connectionRow(id))
  const range = { from: NINE, to: NINE + BUCKET_MS }
  expect(await countByConnection(ana(), range)).toEqual([
    { id: 'btc', name: 'btc', total: 2 },
    { id: 'oro', name: 'oro', total: 1 },
  ])
})

it('counts each connection in each of several ranges', async () => {
  for (const id of ['btc', 'oro', 'quiet'])
    await insertConnection({ ...ana(), db: store.db }, connectionRow(id))
  await receive(
    alert({ received_at: NINE - 1 }),
    alert({ status: 'failed', error_code: 'refused' }),
    alert({ connection_id: 'oro', received_at: NINE + BUCKET_MS }),
  )
  await foldAll()
  await receive(
    alert(),
    alert({ status: 'failed', error_code: 'inactive' }),
    alert({ connection_id: 'gone' }),
    alert({ received_at: NINE + 2 * BUCKET_MS }),
  )
  const ranges = [0, 1].map(nth => ({
    from: NINE + nth * BUCKET_MS,
    to: NINE + (nth + 1) * BUCKET_MS,
  }))
  const each = await countEachWithin(ana(), ranges)
  expect(each.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    {
      id: 'btc',
      ranges: [
        { total: 3, failed: 1 },
        { total: 0, failed: 0 },
      ],
    },
    {
      id: 'oro',
      ranges: [
        { total: 0, failed: 0 },
        { total: 1, failed: 0 },
      ],
    },
    {
      id: 'quiet',
      ranges: [
        { total: 0, failed: 0 },
        { total: 0, failed: 0 },
      ],
    },
  ])
})

it('rolls up several batches, each change once even beside another process', async () => {
  const many = Array.from({ length: 500 }, (_, n) => alert({ received_at: NINE + n * BUCKET_MS }))
  for (let round = 0; round < 5; round += 1)
    await receive(...many.map(({ id, ...rest }) => ({ ...rest, id: `${id}-${round}` })))
  await using other = await openStore(store.place, { connectSqlite: sqliteHere() })
  await Promise.all([foldAll(), foldAll(other.db)])
  expect(await store.db.selectFrom('count_changes').selectAll().execute()).toEqual([])
  expect(await all()).toEqual(counts(2_500))
  const range = { from: NINE, to: NINE + 500 * BUCKET_MS }
  expect(await countWithin(ana(), undefined, [range])).toMatchObject([counts(2_500)])
})

it('leaves the changes to a process that is rolling up, without waiting for it', async () => {
  await receive(alert())
  await using other = await openStore(store.place, { connectSqlite: sqliteHere() })
  const isShared = 'databaseUrl' in store.place
  await transaction(other.db, async trx => {
    await advisoryLock(trx, 'roll-up')
    if (isShared) expect(await rollUpCounts(store.db)).toBe(false)
  })
  const left = async () =>
    (await store.db.selectFrom('count_changes').select('seq').execute()).length
  expect(await left()).toBe(1)
  await rollUpCounts(store.db)
  expect(await left()).toBe(0)
})

it('counts every alert once during a roll-up', async () => {
  const alerts = Array.from({ length: 300 }, (_, n) => alert({ received_at: NINE + n }))
  const range = { from: NINE, to: NINE + BUCKET_MS }
  for (let round = 1; round <= 10; round += 1) {
    await receive(...alerts.map(one => ({ ...one, id: `${one.id}-${round}` })))
    const folding = foldAll()
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => countWithin(ana(), undefined, [range])),
    )
    await folding
    expect(new Set(seen.map(([counted]) => counted.total))).toEqual(new Set([300 * round]))
  }
})

it('reads each of 20,000 noted changes once, even with 40 connections', async () => {
  const connections = Array.from({ length: 40 }, (_, n) => `connection-${n}`)
  for (const id of connections)
    await insertConnection({ ...ana(), db: store.db }, connectionRow(id))
  for (const numbers of numbersTo(20_000))
    await sql`
      insert into count_changes
        (user_id, connection_id, quarter, total, successful, failed, inactive)
      ${numbers}
      select 'ana', 'connection-' || (n % 40), ${NINE / BUCKET_MS}, 1, 0, 0, 0 from numbers`.execute(
      store.db,
    )
  const { db, statements } = remembering(store.reader)
  const owner = { db, userId: 'ana' }
  const range = { from: NINE, to: NINE + BUCKET_MS }
  const countable = { connectionId: undefined, to: NINE + 60_000 }
  expect(await countAll(owner, undefined)).toEqual(counts(20_000))
  expect(await countWithin(owner, 'connection-7', [range])).toMatchObject([counts(500)])
  expect(await countByConnection(owner, range)).toHaveLength(40)
  expect(await countEachWithin(owner, [range])).toMatchObject(
    connections.map(() => ({ ranges: [{ total: 500, failed: 0 }] })),
  )
  expect((await describeConnections(owner)).map(({ total }) => total)).toEqual(
    connections.map(() => 500),
  )
  await locateAlerts(owner, countable, { newestFirst: true, offset: 0, limit: 10 })
  if (databaseType(store.db) === 'postgres') return
  for (const statement of statements) {
    const plan = await planOf(store.db, statement)
    for (const step of plan.filter(({ detail }) => /count_changes/.test(detail)))
      expect(waysTo(step, plan)).not.toMatch(/CORRELATED/)
  }
})

/** Details of all steps above a step of a plan. */
function waysTo(step: Step, plan: readonly Step[]): string {
  const above = plan.find(({ id }) => id === step.parent)
  return above ? `${above.detail} ${waysTo(above, plan)}` : ''
}
