import { afterEach, beforeEach, expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertDeliveries } from './deliveries.ts'
import { queuedLanes } from './queued-lanes.ts'

const LANE = 'ana:1:2'
const LARGE = JSON.stringify({ text: 'x'.repeat(60_000) })

let store: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  store = await openTestStore()
  await insertConnection({ db: store.db, userId: 'ana' }, { ...connectionRow('btc'), lane: LANE })
})
afterEach(() => store[Symbol.asyncDispose]())

/** Stores one alert in each lane. */
const receive = (lanes: readonly string[], payload = '{}') =>
  transaction(store.db, async trx => {
    const of = { user_id: 'ana', connection_id: 'btc' }
    const alerts = lanes.map(lane => ({ lane, row: alertRow({ ...of, payload }) }))
    await insertAlerts(
      trx,
      alerts.map(({ row }) => row),
    )
    await insertDeliveries(
      trx,
      alerts.map(({ lane, row: { id } }) => {
        return { alertId: id, userId: 'ana', connectionId: 'btc', lane }
      }),
    )
  })

const repeated = (count: number) => Array<string>(count).fill(LANE)

it('reads as many alerts as may fit into a message: 100, or 5 large ones', async () => {
  await receive(repeated(120))
  expect(await frontOfLane(store.db, LANE)).toHaveLength(100)
  await store.db.updateTable('alerts').set({ payload: LARGE }).execute()
  expect(await frontOfLane(store.db, LANE)).toHaveLength(5)
})

it('reads a whole group, however large, and the delivery in flight', async () => {
  await receive(repeated(30), LARGE)
  const seqs = (await store.db.selectFrom('deliveries').select('seq').orderBy('seq').execute()).map(
    ({ seq }) => seq,
  )
  const together = [...seqs.slice(0, 3), ...seqs.slice(10, 20)]
  await store.db
    .updateTable('deliveries')
    .set({ group_seq: seqs[0] ?? 0 })
    .where('seq', 'in', together)
    .execute()
  await store.db
    .updateTable('deliveries')
    .set({ in_flight: 1 })
    .where('seq', '=', seqs[25] ?? 0)
    .execute()
  const front = (await frontOfLane(store.db, LANE)).map(({ seq }) => seq)
  expect(front).toEqual([...seqs.slice(0, 5), ...seqs.slice(10, 20), seqs[25]])
})

it('finds every lane once, 500 at a time', async () => {
  const lanes = Array.from({ length: 1_001 }, (_, n) => `ana:1:${n}`)
  for (const some of [lanes.slice(0, 500), lanes.slice(500), lanes.slice(0, 300)])
    await receive(some)
  const steps = await Array.fromAsync(queuedLanes(store.db))
  expect(steps.map(step => step.length)).toEqual([500, 500, 1])
  expect(new Set(steps.flat())).toEqual(new Set(lanes))
})
