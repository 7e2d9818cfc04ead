import { expect, it } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { sentBetween } from '#server/store/queue/sent-between.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { describeConnections, insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { planOf, remembering } from '../../../../tests/support/sqlite-plans.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { latestDelivery, latestDeliveryTimes, unansweredAt, usualTimes } from './alert-figures.ts'

it('takes the last alert of a message as the latest delivery', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'ana' }
  await insertConnection(owner, connectionRow('oro'))
  await receive(owner, ['b', 'c', 'a'], { received_at: 5, status: 'success' })
  await store.db.updateTable('alerts').set({ delivered_at: 90 }).execute()
  for (const connection of [undefined, 'oro'])
    expect(await latestDelivery(owner, connection)).toMatchObject({ id: 'c', at: 90 })
})

it('reports an outage as newest outcome, leaving out queued and inactive alerts', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'ana' }
  await insertConnection(owner, connectionRow('oro'))
  await receive(owner, ['failed'], { received_at: 1, status: 'failed', error_code: 'outage' })
  await receive(owner, ['off'], { received_at: 2, status: 'failed', error_code: 'inactive' })
  await receive(owner, ['waiting'], { received_at: 3 })
  for (const connection of [undefined, 'oro'])
    expect(await unansweredAt(owner, connection)).toEqual({ at: 1, connection: 'oro' })
  await receive(owner, ['sent'], { received_at: 4, status: 'success' })
  for (const connection of [undefined, 'oro'])
    expect(await unansweredAt(owner, connection)).toBeNull()
})

it('takes the usual time of each connection from its latest twenty deliveries', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'ana' }
  for (const id of ['oro', 'plata', 'quiet']) await insertConnection(owner, connectionRow(id))
  const deliver = async (connection_id: string, nth: number, ms: number) => {
    const id = `${connection_id} ${nth}`
    await receive(owner, [id], { connection_id, received_at: nth * 1_000, status: 'success' })
    await store.db
      .updateTable('alerts')
      .set({ delivered_at: nth * 1_000 + ms })
      .where('id', '=', id)
      .execute()
  }
  await deliver('oro', 0, 100_000)
  for (let nth = 200; nth < 220; nth += 1) await deliver('oro', nth, nth < 210 ? 300 : 900)
  await deliver('plata', 1, 50)
  await receive(owner, ['again'], { connection_id: 'plata', received_at: 1, status: 'success' })
  await store.db
    .updateTable('alerts')
    .set({ delivered_at: 9_000, resent_at: 8_000 })
    .where('id', '=', 'again')
    .execute()

  expect(await usualTimes(owner)).toEqual(
    new Map([
      ['oro', 300],
      ['plata', 50],
    ]),
  )
})

it('reads every figure by index', async () => {
  await using store = await openTestStore()
  // PostgreSQL scans a small table whole, whatever its indexes.
  if (databaseType(store.db) === 'postgres') return
  const { db, statements } = remembering(store.db)
  const owner = { db, userId: 'ana' }
  await insertConnection({ ...owner, db: store.db }, connectionRow('oro'))
  await receive({ ...owner, db: store.db }, ['sent'], { status: 'success' })
  await store.db.updateTable('alerts').set({ delivered_at: 9 }).execute()
  await describeConnections(owner)
  await latestDelivery(owner, undefined)
  await latestDeliveryTimes(owner, 'oro')
  await usualTimes(owner)
  await unansweredAt(owner, undefined)
  await sentBetween(db, 'ana:1:oro', [0, Date.now()])

  const plans = await Promise.all(statements.map(statement => planOf(store.db, statement)))
  const ways = plans.flat().filter(({ detail }) => detail.includes(' alerts '))
  expect(
    new Set(ways.map(({ detail }) => detail.match(/USING (?:COVERING )?INDEX (\w+)/)?.[1])),
  ).toEqual(new Set(['alerts_settled', 'alerts_delivered', 'sqlite_autoindex_alerts_1']))
})

const receive = ({ db, userId: user_id }: Owner, ids: string[], alert: Partial<NewAlert>) =>
  transaction(db, trx =>
    insertAlerts(
      trx,
      ids.map(id => ({ ...alertRow({ user_id, connection_id: 'oro' }), ...alert, id })),
    ),
  )
