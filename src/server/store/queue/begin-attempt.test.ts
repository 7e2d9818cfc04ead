import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { planOf, remembering } from '../../../../tests/support/sqlite-plans.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { beginAttempts } from './begin-attempt.ts'
import { insertDeliveries, isQueued } from './deliveries.ts'
import { followConnection } from './move-deliveries.ts'

const LANES = ['ana:1:2', 'ana:1:3']

it('begins messages of several lanes in two statements that read only their alerts', async () => {
  await using store = await openTestStore()
  const { db, statements } = remembering(store.db)
  for (const lane of LANES)
    await insertConnection({ db, userId: 'ana' }, { ...connectionRow(lane), lane })
  const rows = LANES.map(lane => alertRow({ user_id: 'ana', connection_id: lane }))
  await transaction(db, async trx => {
    await insertAlerts(trx, rows)
    await insertDeliveries(
      trx,
      rows.map(({ id, connection_id: lane }) => {
        return { alertId: id, userId: 'ana', connectionId: lane, lane }
      }),
    )
  })
  const heads = await Promise.all(LANES.map(lane => frontOfLane(db, lane)))
  const message = { text: 'x', entities: [], buttons: [], picture: null }
  const of = { message, missing: [], taken: [], misfit: null, lateMinutes: null }
  const groups = heads
    .flat()
    .filter(isQueued)
    .map(waiting => [{ ...of, waiting }] as const)
  statements.length = 0
  expect(await transaction(db, trx => beginAttempts(trx, groups, 0))).toEqual([true, true])

  expect(statements.map(({ kind }) => kind)).toEqual(['UpdateQueryNode', 'UpdateQueryNode'])
  for (const statement of statements) {
    const plan = await planOf(store.db, statement)
    const looks = plan.filter(({ detail }) => /(deliveries|alerts)\b.*USING/.test(detail))
    expect(looks.map(({ detail }) => detail.replace(/.* USING /, ''))).toEqual([
      expect.stringMatching(/^(INTEGER PRIMARY KEY \(rowid=\?\)|INDEX sqlite_autoindex_alerts)/),
    ])
  }
})

it('begins a delivery that moved between two reads in its new lane only', async () => {
  await using store = await openTestStore()
  const { db } = store
  const [from, to] = ['ana:1:2', 'ana:1:3']
  await insertConnection({ db, userId: 'ana' }, { ...connectionRow('oro'), lane: from })
  const rows = [1, 2].map(() => alertRow({ user_id: 'ana', connection_id: 'oro' }))
  await transaction(db, async trx => {
    await insertAlerts(trx, rows)
    await insertDeliveries(
      trx,
      rows.map(({ id }) => ({ alertId: id, userId: 'ana', connectionId: 'oro', lane: from })),
    )
  })
  const before = (await frontOfLane(db, from)).filter(isQueued)
  await db.updateTable('connections').set({ lane: to }).execute()
  await transaction(db, trx => followConnection({ db: trx, userId: 'ana' }, 'oro'))
  const after = (await frontOfLane(db, to)).filter(isQueued)
  const message = { text: 'x', entities: [], buttons: [], picture: null }
  const of = { message, missing: [], taken: [], misfit: null, lateMinutes: null }
  const [first, second] = before.map(waiting => ({ ...of, waiting }))
  const [moved] = after.map(waiting => ({ ...of, waiting }))
  if (!first || !second || !moved) throw new Error('nothing waits')

  const begun = await transaction(db, trx => beginAttempts(trx, [[first, second], [moved]], 0))

  expect(begun).toEqual([false, true])
  const inFlight = await db.selectFrom('deliveries').select(['lane', 'in_flight']).execute()
  expect(inFlight).toEqual([
    { lane: to, in_flight: 1 },
    { lane: to, in_flight: 0 },
  ])
})
