import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection, updateConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertDeliveries } from './deliveries.ts'
import { followConnection, followConnections, moveFrontOfLane } from './move-deliveries.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  store = await openTestStore()
  await insertConnection(ana(), { ...connectionRow('btc'), lane: OLD })
})
afterEach(() => store[Symbol.asyncDispose]())

const [OLD, NEW] = ['ana:1:2', 'ana:1:3']
const ana = () => ({ db: store.db, userId: 'ana' })

const receive = (count: number, lane: string) =>
  transaction(store.db, async trx => {
    const all = { user_id: 'ana', connection_id: 'btc' }
    const alerts = Array.from({ length: count }, () => alertRow(all))
    await insertAlerts(trx, alerts)
    const of = { userId: 'ana', connectionId: 'btc', lane }
    await insertDeliveries(
      trx,
      alerts.map(({ id }) => ({ ...of, alertId: id })),
    )
  })

const follow = () => ownerTransaction(ana(), own => followConnection(own, 'btc'))

const standing = async () =>
  (await store.db.selectFrom('deliveries').select(['seq', 'lane']).orderBy('seq').execute()).map(
    ({ lane }) => lane,
  )

const update = (set: { in_flight: 1 } | { sent_ids: string }, seq: number) =>
  store.db.updateTable('deliveries').set(set).where('seq', '=', seq).execute()

it('moves queued deliveries in batches and in order, except the one in flight', async () => {
  for (const lane of [OLD, OLD, NEW]) await receive(400, lane)
  const [first] = await frontOfLane(store.db, OLD)
  await update({ in_flight: 1 }, first?.seq ?? 0)
  await updateConnection(ana(), 'btc', { lane: NEW })

  expect(await follow()).toHaveLength(500)
  const [head] = await frontOfLane(store.db, NEW)
  expect(head?.elder_elsewhere).toBe(1)
  await followConnections(ana(), ['btc'])
  expect(await follow()).toEqual([])
  expect(await standing()).toEqual([OLD, ...Array(1_199).fill(NEW)])
})

it('moves the front with its sent parts when the chat is the same, then the rest', async () => {
  await receive(700, OLD)
  const [first] = await frontOfLane(store.db, OLD)
  await update({ in_flight: 1 }, first?.seq ?? 0)
  await update({ sent_ids: '[7]' }, first?.seq ?? 0)
  await updateConnection(ana(), 'btc', { lane: NEW })
  await transaction(store.db, trx => moveFrontOfLane(trx, OLD, NEW))
  expect(await standing()).toEqual([...Array(500).fill(NEW), ...Array(200).fill(OLD)])
  await follow()
  expect(await standing()).toEqual(Array(700).fill(NEW))
  const [head] = await frontOfLane(store.db, NEW)
  expect(head).toMatchObject({ seq: first?.seq, in_flight: 0, sent_ids: '[7]', elder_elsewhere: 0 })
})
