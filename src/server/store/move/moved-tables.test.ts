import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { foreignTables, movedTables } from './moved-tables.ts'

it('includes every table and column but the listed exceptions', async () => {
  await using store = await openTestStore()
  const there = await store.db.introspection.getTables()
  const moved = await movedTables(store.db)
  const staying = [
    'workers',
    'line_version',
    'chat_links',
    'seen_chats',
    'count_changes',
    'quarter_counts',
    'connection_counts',
    'search_changes',
  ]
  expect([...moved.map(({ name }) => name), ...staying].toSorted()).toEqual(
    there.map(({ name }) => name).toSorted(),
  )
  const left = moved.flatMap(({ name, columns }) =>
    (there.find(table => table.name === name)?.columns ?? [])
      .filter(column => !columns.includes(column.name))
      .map(column => `${name}.${column.name}`),
  )
  expect(left).toEqual([
    'bots.worker',
    'bots.silent_since',
    'bots.silent_seen',
    'watch_duty.holder',
  ])
})

it('sorts by the key, or by all columns of a table without a key', async () => {
  await using store = await openTestStore()
  const moved = await movedTables(store.db)
  const orderOf = (name: string) => moved.find(table => table.name === name)?.order
  expect(orderOf('message_templates')).toEqual([
    { name: 'user_id', isText: true },
    { name: 'id', isText: true },
  ])
  expect(orderOf('deliveries')).toEqual([{ name: 'seq', isText: false }])
  expect(orderOf('sign_in_failures')).toEqual([
    { name: 'email', isText: true },
    { name: 'at', isText: false },
  ])
})

it('puts a table after the tables that it refers to', async () => {
  await using store = await openTestStore()
  const names = (await movedTables(store.db)).map(({ name }) => name)
  const { rows } = await sql<{ table: string; refersTo: string }>`
    select tables.name as "table", keys."table" as "refersTo"
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys`.execute(store.db)
  expect(rows).toContainEqual({ table: 'session', refersTo: 'user' })
  for (const { table, refersTo } of rows)
    expect(names.indexOf(refersTo)).toBeLessThan(names.indexOf(table))
})

it('leaves tables of other programs out, and names them', async () => {
  await using store = await openTestStore()
  const before = await movedTables(store.db)
  expect(await foreignTables(store.db)).toEqual([])
  await store.db.schema.createTable('_litestream_seq').addColumn('id', 'integer').execute()
  expect(await movedTables(store.db)).toEqual(before)
  expect(await foreignTables(store.db)).toEqual(['_litestream_seq'])
})
