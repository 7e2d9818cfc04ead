import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { deleteInBatches } from './batches.ts'
import type { Database } from './schema.ts'

const insertNotifications = (db: Database, userId: string, count: number) =>
  sql`
    insert into notifications (id, user_id, title, message, timestamp, read, type, repeat_key, count)
    with recursive counter(n) as (select 1 union all select n + 1 from counter where n < ${count})
    select ${userId} || n, ${userId}, '', '', n, 0, 'info', '', 1 from counter
  `.execute(db)

it('deletes only matching rows, and yields to other work meanwhile', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const userId of ['ana', 'eva']) await insertNotifications(db, userId, 2_300)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })
  const condition = sql`user_id = ${'ana'} and timestamp <= ${2_200}`
  expect(await deleteInBatches(db, { table: 'notifications', key: ['id'], condition })).toBe(2_200)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
  const { rows } = await sql`
    select user_id, cast(count(*) as integer) as left from notifications
    group by user_id order by user_id`.execute(db)
  expect(rows).toEqual([
    { user_id: 'ana', left: 100 },
    { user_id: 'eva', left: 2_300 },
  ])
})

it('compares all columns of the key', async () => {
  await using store = await openTestStore()
  const { db } = store
  const rows = ['ana', 'eva'].flatMap(user_id =>
    [1, 2].map(quarter => ({ user_id, connection_id: 'btc', quarter, ...counts })),
  )
  await db.insertInto('quarter_counts').values(rows).execute()
  const key = ['user_id', 'connection_id', 'quarter']
  const condition = sql`user_id = ${'ana'}`
  expect(await deleteInBatches(db, { table: 'quarter_counts', key, condition })).toBe(2)
  const left = await db.selectFrom('quarter_counts').select('user_id').execute()
  expect(left.map(({ user_id }) => user_id)).toEqual(['eva', 'eva'])
})

const counts = { total: 1, successful: 1, failed: 0, inactive: 0 }
