import { expect, it } from 'vitest'
import type { Owner } from '#server/store/engine/owner.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertAlerts } from './alerts.ts'
import { describeConnection, describeConnections, insertConnection } from './connections.ts'

it('reports the outcomes of each connection’s own alerts', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'marta' }
  for (const id of ['oro', 'plata']) await insertConnection(owner, connectionRow(id))
  await receive(owner, 'oro', [
    { status: 'success', delivered_at: 30 },
    { status: 'success', delivered_at: 70 },
    { status: 'success', delivered_at: 50 },
    { status: 'failed', error_code: 'chat_not_found', error_reason: 'El chat no existe.' },
    { status: 'failed', error_code: 'inactive', error_reason: 'La conexión está desactivada.' },
    { status: 'pending' },
  ])

  const reading = { ...owner, db: store.reader }
  expect(await describeConnection(reading, 'oro')).toMatchObject({
    successful: 3,
    failed: 1,
    inactive: 1,
    total: 6,
    last_delivery: 70,
    trouble: 'El chat no existe.',
  })
  expect(await describeConnections(reading)).toMatchObject([
    { id: 'oro', successful: 3 },
    { id: 'plata', successful: 0, failed: 0, inactive: 0, total: 0, last_delivery: null },
  ])
  expect(await describeConnections({ ...reading, userId: 'luis' })).toEqual([])
})

type Outcome = {
  status: 'pending' | 'success' | 'failed'
  error_code?: string
  error_reason?: string
  delivered_at?: number
}

async function receive({ db, userId }: Owner, connectionId: string, outcomes: Outcome[]) {
  const received = outcomes.map(({ delivered_at: _, ...outcome }, index) =>
    alertRow({
      id: `alert ${index}`,
      user_id: userId,
      connection_id: connectionId,
      received_at: index,
      ...outcome,
    }),
  )
  await db.transaction().execute(trx => insertAlerts(trx, received))
  for (const [index, { delivered_at }] of outcomes.entries())
    if (delivered_at)
      await db
        .updateTable('alerts')
        .set({ delivered_at })
        .where('id', '=', `alert ${index}`)
        .execute()
}
