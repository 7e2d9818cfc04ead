import { expect, it } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { indexSome, searchTidying } from './search-index.ts'

it('puts the search in order until there is nothing left to do', async () => {
  await using store = await openTestStore()
  const tidying = searchTidying(store.db)
  if (!tidying) return expect(databaseType(store.db)).toBe('postgres')
  const tidy = () => transaction(store.db, tidying)
  expect(await tidy()).toBe(false)
  for (let n = 0; n < 8; n += 1) {
    await transaction(store.db, trx =>
      insertAlerts(trx, [alertRow({ user_id: 'ana', connection_id: 'oro' })]),
    )
    await indexSome(store.db)
  }
  expect(await tidy()).toBe(true)
  expect(await tidy()).toBe(false)
})
