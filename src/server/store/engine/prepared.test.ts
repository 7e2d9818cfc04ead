import { expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { prepared, together } from './prepared.ts'
import { transaction } from './transaction.ts'

const insert = prepared((db, name: string, value: string) =>
  db.insertInto('settings').values({ name, value }),
)
const names = prepared(db => db.selectFrom('settings').select('name').orderBy('name'))

it('runs queries in their order without waiting for one another, and gives the rows of each', async () => {
  await using store = await openTestStore()
  const rows = await transaction(store.db, trx =>
    together(
      trx,
      insert.query(trx, 'a', '1'),
      names.query(trx),
      insert.query(trx, 'b', '2'),
      names.query(trx),
    ),
  )
  expect(rows).toEqual([[], [{ name: 'a' }], [], [{ name: 'a' }, { name: 'b' }]])
})

it('writes nothing of them when one fails', async () => {
  await using store = await openTestStore()
  const twice = transaction(store.db, trx =>
    together(
      trx,
      insert.query(trx, 'a', '1'),
      insert.query(trx, 'a', '2'),
      insert.query(trx, 'b', '3'),
    ),
  )
  await expect(twice).rejects.toThrow(/unique/i)
  expect(await names(store.db)).toEqual([])
  await transaction(store.db, trx => insert(trx, 'c', '4'))
  expect(await names(store.db)).toEqual([{ name: 'c' }])
})
