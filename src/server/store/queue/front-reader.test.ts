import { expect, it, vi } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertDeliveries } from './deliveries.ts'
import { FrontReader } from './front-reader.ts'

it('reads the front of each lane, in few queries for 20 concurrent reads', async () => {
  await using store = await filledStore({ lanes: 20, alerts: 3 })
  const read = vi.spyOn(store.db, 'executeQuery')
  const reader = new FrontReader(store.db)
  const fronts = await Promise.all(
    Array.from({ length: 20 }, (_, n) => reader.read(laneOf(n), n % 2 === 0 ? 1 : 100)),
  )
  expect(fronts.map(front => front.length)).toEqual(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 1 : 3)),
  )
  for (const [n, front] of fronts.entries())
    for (const { lane, name } of front) expect([lane, name]).toEqual([laneOf(n), laneOf(n)])
  expect(read.mock.calls.length).toBeLessThan(5)
})

it('returns an empty front for an empty lane, and the larger of two for one lane', async () => {
  await using store = await filledStore({ lanes: 1, alerts: 3 })
  const reader = new FrontReader(store.db)
  const asked = [
    reader.read(laneOf(7), 100),
    reader.read(laneOf(0), 1),
    reader.read(laneOf(0), 100),
  ]
  expect((await Promise.all(asked)).map(front => front.length)).toEqual([0, 3, 3])
})

it('rejects all reads of a failed query, then reads again', async () => {
  await using store = await filledStore({ lanes: 2, alerts: 1 })
  const reader = new FrontReader(store.db)
  const read = vi.spyOn(store.db, 'executeQuery').mockRejectedValue(new Error('the disk is gone'))
  const asked = [reader.read(laneOf(0), 1), reader.read(laneOf(1), 1)]
  const refused = [{ status: 'rejected' }, { status: 'rejected' }]
  expect(await Promise.allSettled(asked)).toMatchObject(refused)
  read.mockRestore()
  expect(await reader.read(laneOf(1), 1)).toHaveLength(1)
})

const laneOf = (n: number) => `ana:1:${n}`

/** One connection per lane, and alerts with the lane's name. */
async function filledStore({ lanes, alerts }: { lanes: number; alerts: number }) {
  const store = await openTestStore()
  const own = { db: store.db, userId: 'ana' }
  for (let n = 0; n < lanes; n += 1) {
    const lane = laneOf(n)
    await insertConnection(own, { ...connectionRow(lane), lane })
    const rows = Array.from({ length: alerts }, () =>
      alertRow({ user_id: 'ana', connection_id: lane, name: lane }),
    )
    await transaction(store.db, async trx => {
      await insertAlerts(trx, rows)
      await insertDeliveries(
        trx,
        rows.map(({ id }) => ({ alertId: id, userId: 'ana', connectionId: lane, lane })),
      )
    })
  }
  return store
}
