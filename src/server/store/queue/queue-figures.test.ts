import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { rollUpCounts } from '#server/store/history/roll-up.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { plansOf, watchStatements } from '../../../../tests/support/statements.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertDeliveries } from './deliveries.ts'
import { readQueueFigures } from './queue-figures.ts'

it('reports how many alerts wait and since when, before and after a roll-up', async () => {
  await using store = await openTestStore()
  const { db, reader } = store
  expect(await readQueueFigures(reader)).toEqual({ waiting: 0, oldestAt: null })

  const rows = (['success', 'failed', 'pending', 'pending'] as const).map((status, nth) =>
    alertRow({ user_id: 'ana', connection_id: 'btc', received_at: 1_000 + nth, status }),
  )
  await transaction(db, async trx => {
    await insertAlerts(trx, rows)
    const waiting = rows.filter(({ status }) => status === 'pending')
    await insertDeliveries(
      trx,
      waiting.map(({ id }) => ({
        alertId: id,
        userId: 'ana',
        connectionId: 'btc',
        lane: 'ana:1:2',
      })),
    )
  })
  expect(await readQueueFigures(reader)).toEqual({ waiting: 2, oldestAt: 1_002 })
  await rollUpCounts(db)
  expect(await readQueueFigures(reader)).toEqual({ waiting: 2, oldestAt: 1_002 })

  const first = rows[2]?.id ?? ''
  await db.updateTable('alerts').set({ resent_at: 5_000 }).where('id', '=', first).execute()
  expect(await readQueueFigures(reader)).toEqual({ waiting: 2, oldestAt: 5_000 })
})

it('reads the queue in order without sorting it', async () => {
  await using store = await openTestStore()
  using watched = watchStatements()
  await readQueueFigures(store.reader)
  const [statement = ''] = watched.seen()
  const sorted = sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`
  const plan = databaseType(store.db) === 'sqlite' ? await sorted.execute(store.db) : { rows: [] }
  expect(plan.rows.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([])
  const walks = await (await plansOf(store.db)).walksOf(statement)
  expect(walks.map(walk => walk.replace(' by order', ''))).toEqual([
    'connection_counts',
    'count_changes',
    'deliveries',
  ])
})
