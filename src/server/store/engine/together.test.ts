import { afterAll, expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { prepared } from './prepared.ts'
import { lastlyIf, together } from './together.ts'
import { transaction } from './transaction.ts'

const insert = prepared((db, name: string, value: string) =>
  db.insertInto('settings').values({ name, value }),
)
const names = prepared(db => db.selectFrom('settings').select('name').orderBy('name'))

const deprecated: string[] = []
const warn = ({ name, message }: Error) => {
  if (name === 'DeprecationWarning') deprecated.push(message)
}
process.on('warning', warn)
afterAll(() => process.off('warning', warn))

it('runs queries in order without waiting in between, and returns the rows of each', async () => {
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
  // The next version of the driver has no query queue of its own, and this one warns if it is used.
  expect(deprecated).toEqual([])
})

it('rolls back all queries when one fails', async () => {
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

it('runs conditional statements only if the condition gives a row', async () => {
  await using store = await openTestStore()
  const { db } = store
  const insertIf = (condition: typeof names, name: string) =>
    transaction(db, trx => lastlyIf(trx, condition.query(trx), insert.query(trx, name, '1')))
  expect(await insertIf(names, 'a')).toBeNull()
  expect(await names(db)).toEqual([])
  await insert(db, 'b', '2')
  expect(await insertIf(names, 'c')).toEqual([[]])
  expect(await names(db)).toEqual([{ name: 'b' }, { name: 'c' }])
})
