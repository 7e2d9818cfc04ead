import { expect, it } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { planOf, remembering } from '../../../../tests/support/sqlite-plans.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { transaction } from '../engine/transaction.ts'
import { walkAlerts } from './alert-export.ts'
import { BUCKET_MS } from './count-triggers.ts'

const ALERTS = 1_000
const BEGIN = 1_900_000 * BUCKET_MS

it('reads each part from the end of the one before, even within a millisecond', async () => {
  await using store = await openTestStore()
  await insertConnection({ db: store.db, userId: 'ana' }, connectionRow('oro'))
  const alerts = Array.from({ length: ALERTS }, (_, nth) =>
    alertRow({
      id: `alert-${String(nth).padStart(4, '0')}`,
      user_id: 'ana',
      connection_id: 'oro',
      // Three in each millisecond, so that parts end in the midst of one.
      received_at: BEGIN + Math.floor(nth / 3),
    }),
  )
  await transaction(store.db, trx => insertAlerts(trx, alerts))

  const { db, statements } = remembering(store.db)
  const walked: string[] = []
  for await (const { id } of walkAlerts({ db, userId: 'ana' }, {})) walked.push(id)
  expect(walked).toEqual(alerts.map(({ id }) => id).toReversed())

  // Ten parts and an empty one, and two statements that locate the history: at the beginning and at the end.
  expect(statements).toHaveLength(ALERTS / 100 + 1 + 2)
  if (databaseType(store.db) !== 'sqlite') return
  const plans = await Promise.all(statements.map(statement => planOf(store.db, statement)))
  const parts = plans.filter(steps =>
    steps.some(({ detail }) => /^SEARCH alerts .*received_at>\? AND received_at<\?/.test(detail)),
  )
  expect(parts).toHaveLength(ALERTS / 100 + 1)
  const sorting = parts.flat().filter(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
  expect(sorting).toEqual([])
})
