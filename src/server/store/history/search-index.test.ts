import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { clock } from '#server/base/clock.ts'
import { createLog } from '#server/base/log.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import { completeDeliveries } from '#server/store/queue/outcomes.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertQuerySchema } from '#shared/model/alert.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { readPage, selectAlerts, walkHistory } from './history.ts'
import { listAlerts } from './history-page.ts'
import { SearchIndex, startSearchIndexing } from './search-index.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store[Symbol.asyncDispose]())

const owned = (db: Owner['db']): Owner => ({ db, userId: 'ana' })
const account = () => ({ reading: owned(store.reader), search: store.search })
const list = (query: object) => readPage(account(), alertQuerySchema.parse(query))

const waiting = (count: number, over: Partial<NewAlert> = {}) =>
  Array.from({ length: count }, (_, nth) =>
    alertRow({
      user_id: 'ana',
      connection_id: 'oro',
      received_at: 1_750_000_000_000 + nth,
      payload: `{"nth":"alerta${nth}"}`,
      ...over,
    }),
  )

const receive = (alerts: readonly NewAlert[]) =>
  transaction(store.db, async trx => {
    await insertAlerts(trx, alerts)
    await insertDeliveries(
      trx,
      alerts.map(({ id, user_id, connection_id }) => ({
        alertId: id,
        userId: user_id,
        connectionId: connection_id,
        lane: 'ana:1:2',
      })),
    )
  })

const notes = async () => (await store.db.selectFrom('search_changes').selectAll().execute()).length

it('finds waiting alerts in lists, selections and walks', async () => {
  const alerts = waiting(30)
  await receive(alerts)
  expect(await list({ search: 'alerta29' })).toMatchObject({
    total: 1,
    more: false,
    rows: [{ id: alerts[29]?.id }],
  })
  expect(await list({ search: 'alerta' })).toMatchObject({ total: 30, more: false })
  const selection = { filter: { search: 'alerta1' }, before: '2030-01-01T00:00:00.000Z' }
  expect((await selectAlerts(account(), selection)).ids).toHaveLength(11)
  const walked = []
  for await (const { id } of walkHistory(account(), { search: 'alerta2' }, undefined))
    walked.push(id)
  expect(walked).toHaveLength(11)
})

it('notes an alert once, when it is settled, and then finds it by its message', async () => {
  const [alert] = waiting(1)
  if (!alert) throw new Error('none')
  await receive([alert])
  expect(await notes()).toBe(0)
  await store.search.finish()
  const [delivery] = await store.db.selectFrom('deliveries').select(['seq', 'alert_id']).execute()
  if (!delivery) throw new Error('none')
  await transaction(store.db, async trx => {
    await trx.updateTable('alerts').set({ message_text: 'Un mensaje insólito' }).execute()
    await completeDeliveries(trx, [{ group: [delivery], messageIds: [7], at: Date.now() }])
  })
  expect(await notes()).toBe(1)
  expect(await list({ search: 'insolito' })).toMatchObject({ total: 1, more: false })
  expect(await notes()).toBe(0)
})

it('indexes long-waiting alerts by itself, and recent ones when searched', async () => {
  const [old] = waiting(1, { payload: '{"n":"antigua"}' })
  const [recent] = waiting(1, { payload: '{"n":"reciente"}', received_at: Date.now() })
  if (!old || !recent) throw new Error('none')
  await store.search.finish()
  await receive([old, recent])
  const known = async () =>
    (await store.search.reader.selectFrom('search_texts').select('alert_id').execute()).map(
      ({ alert_id }) => alert_id,
    )
  {
    // Skip the wait before the first run.
    const timer = clock.timer
    const waits = vi.spyOn(clock, 'timer')
    waits.mockImplementation((milliseconds, run) =>
      timer(milliseconds < 1_000 ? milliseconds : 0, run),
    )
    onTestFinished(() => waits.mockRestore())
    await using _indexing = startSearchIndexing(store.search, createLog({ level: 'silent' }))
    await expect.poll(known).toEqual([old.id])
  }
  expect(await list({ search: 'reciente' })).toMatchObject({ total: 1 })
  expect(new Set(await known())).toEqual(new Set([old.id, recent.id]))
})

it('pauses only between batches: once for 302 alerts, never for 3', async () => {
  const fail = () => store.db.updateTable('alerts').set({ status: 'failed' }).execute()
  await store.search.finish()
  await receive(waiting(3))
  await fail()
  let steps = 0
  for await (const _ of store.search.steps(0)) {
    steps += 1
    await receive(waiting(2))
    await fail()
  }
  expect(steps).toBe(0)
  expect(await notes()).toBe(0)
  await receive(waiting(302))
  await fail()
  for await (const _ of store.search.steps(0)) steps += 1
  expect(steps).toBe(1)
  expect(await notes()).toBe(0)
})

it('catches up when several processes index at once', async () => {
  await receive(waiting(5))
  await store.db.updateTable('alerts').set({ status: 'failed' }).execute()
  const { db, reader, search } = store
  const others = 'dataDir' in store.place ? [] : [1, 2].map(() => new SearchIndex({ db, reader }))
  await Promise.all([search, ...others].map(index => index.finish()))
  expect(await notes()).toBe(0)
})

it('indexes each of 150 alerts of one millisecond', async () => {
  const crowd = waiting(150, { received_at: 1_750_000_000_000 })
  const others = waiting(5)
  await receive([...others, ...crowd])
  await store.search.finish()
  const texts = await store.search.reader
    .selectFrom('search_texts')
    .select(['seq', 'alert_id'])
    .execute()
  expect(texts.map(({ alert_id }) => alert_id).toSorted()).toEqual(
    [...others, ...crowd].map(({ id }) => id).toSorted(),
  )
})

it('leaves out a deleted alert, before and after its text is removed', async () => {
  // More than `READ_AT_ONCE`, so that the index is used.
  const alerts = waiting(2_050, { name: 'Cruce' })
  for (let from = 0; from < alerts.length; from += 410)
    await receive(alerts.slice(from, from + 410))
  await store.search.finish()
  const [gone] = alerts
  await store.db
    .deleteFrom('alerts')
    .where('id', '=', gone?.id ?? '')
    .execute()
  // Without `readPage`, which would first bring the index up to date.
  const query = alertQuerySchema.parse({ search: 'cruce', page: 21, pageSize: 100 })
  const listed = async () => {
    const { rows, total } = await listAlerts(
      owned(store.search.reader),
      query,
      '2030-01-01T00:00:00.000Z',
    )
    return [total, rows.length]
  }
  expect(await listed()).toEqual([2_049, 49])
  await store.search.finish()
  expect(await listed()).toEqual([2_049, 49])
})

it('omits the values of secret keys and of keys that the connection never shows', async () => {
  const secret = 'Sup3rGeheim'
  await insertConnection(owned(store.db), { ...connectionRow('oro'), never_shown: '["T"]' })
  const long = 'x'.repeat(16_000)
  const payloads = [
    { token: secret, symbol: 'visible' },
    { t: secret, symbol: 'visible' },
    { message: `apiSec=${secret}; visible` },
    { symbol: 'visible', long, password: `${'y'.repeat(340)}${secret}` },
  ]
  const bodies = payloads.map(payload => ({ payload: JSON.stringify(payload) }))
  await receive(bodies.flatMap(body => waiting(1, body)))
  expect(await list({ search: 'visible' })).toMatchObject({ total: 4 })
  expect(await list({ search: secret.toLowerCase() })).toMatchObject({ total: 0 })
})
