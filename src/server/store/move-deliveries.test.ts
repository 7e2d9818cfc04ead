import { expect, it } from 'vitest'
import { alertRow, connectionRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { insertAlerts } from './alerts.ts'
import { insertConnection, updateConnection } from './connections.ts'
import { frontOfLane, insertDeliveries } from './deliveries.ts'
import { followConnection, followConnections } from './move-deliveries.ts'
import { ownerTransaction } from './owner.ts'
import { transaction } from './transaction.ts'

it('takes what waits along in steps, the one on its way excepted, and none overtakes', async () => {
  await using store = await openTestStore()
  const ana = { db: store.db, userId: 'ana' }
  await insertConnection(ana, { ...connectionRow('btc'), lane: 'ana:1:2' })
  const receive = (count: number, lane: string) =>
    transaction(store.db, async trx => {
      const ids = Array.from({ length: count }, () => ({ user_id: 'ana', connection_id: 'btc' }))
      const alerts = ids.map(alertRow)
      await insertAlerts(trx, alerts)
      const waiting = alerts.map(({ id: alertId }) => ({ alertId, userId: 'ana', lane }))
      await insertDeliveries(
        trx,
        waiting.map(one => ({ ...one, connectionId: 'btc' })),
      )
    })
  for (const lane of ['ana:1:2', 'ana:1:2', 'ana:1:3']) await receive(400, lane)
  const first = store.db.selectFrom('deliveries').select(({ fn }) => fn.min('seq').as('seq'))
  await store.db.updateTable('deliveries').set({ in_flight: 1 }).where('seq', '=', first).execute()
  await updateConnection(ana, 'btc', { lane: 'ana:1:3' })

  const move = () => ownerTransaction(ana, own => followConnection(own, 'btc'))
  expect(await move()).toBe(500)
  const [head] = await frontOfLane(store.db, 'ana:1:3')
  expect(head?.elder_elsewhere).toBe(1)
  await followConnections(ana, ['btc'])
  expect(await move()).toBe(0)
  const lanes = await store.db
    .selectFrom('deliveries')
    .select(['lane', eb => eb.fn.countAll<number>().as('count')])
    .groupBy('lane')
    .orderBy('lane')
    .execute()
  expect(lanes).toEqual([
    { lane: 'ana:1:2', count: 1 },
    { lane: 'ana:1:3', count: 1_199 },
  ])
})
