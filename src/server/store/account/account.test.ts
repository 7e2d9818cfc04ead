import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { hasAccounts, insertAccount } from '#server/store/rows/accounts.ts'
import { insertSignInFailure } from '#server/store/rows/sign-in-failures.ts'
import { insertPasskey } from '../../../../tests/support/insert-passkey.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { removeAccount } from './account.ts'
import { sweepAll } from './sweeper.ts'

const account = (id: string) => ({
  id,
  email: `${id}@example.com`,
  name: id,
  passwordHash: 'hash',
})

describe('removing an account', () => {
  it('removes every row of the account and keeps all rows of another', async () => {
    await using store = await openTestStore()
    const tables = await ownedTables(store.db)
    expect(tables.map(table => table.name)).toEqual(
      expect.arrayContaining(['alerts', 'connections', 'deliveries', 'profiles']),
    )
    for (const id of ['ana', 'elsa']) {
      await transaction(store.db, trx => insertAccount(trx, account(id), Date.now()))
      // Wrong passwords at a sign-in are counted by e-mail, those at a confirmation by account id.
      for (const who of [`${id}@example.com`, id])
        await insertSignInFailure(store.db, who, Date.now())
      await insertSession(store.db, id)
      await insertPasskey(store.db, `${id}@example.com`, id)
      for (const table of tables) await insertRow(store.db, table, id)
    }
    const before = await countAll(store.db)
    await removeAccount(store.db, account('ana'))
    await sweepAll(store.db)
    await store.search.finish()

    expect(await countAll(store.db)).toEqual(before.map(([name, count]) => [name, count / 2]))
    for (const { name } of tables) {
      const rows = await sql<{ user_id: string }>`select user_id from ${sql.table(name)}`.execute(
        store.db,
      )
      expect(new Set(rows.rows.map(row => row.user_id))).toEqual(new Set(['elsa']))
    }
  })

  it('removes more rows than one batch', async () => {
    await using store = await openTestStore()
    await transaction(store.db, trx => insertAccount(trx, account('ana'), Date.now()))
    await sql`
      insert into notifications (id, user_id, title, message, timestamp, read, type, repeat_key, count)
      with recursive counter(n) as (select 1 union all select n + 1 from counter where n < 1200)
      select 'n' || n, 'ana', '', '', n, 0, 'info', '', 1 from counter
    `.execute(store.db)
    await removeAccount(store.db, account('ana'))
    await sweepAll(store.db)
    const rows = await store.db.selectFrom('notifications').select('id').execute()
    expect(rows).toEqual([])
    expect(await hasAccounts(store.db)).toBe(false)
  })
})

type Table = Awaited<ReturnType<Database['introspection']['getTables']>>[number]

async function ownedTables(db: Database): Promise<Table[]> {
  const tables = await db.introspection.getTables()
  const owned = tables.filter(table => table.columns.some(column => column.name === 'user_id'))
  // Tombstones are work to be done, not data of the account.
  return owned.filter(table => table.name !== 'tombstones')
}

/** Inserts a row of the user, its other columns filled with values that fit their type. */
async function insertRow(db: Database, { name, columns }: Table, userId: string): Promise<void> {
  const filled = columns.filter(column => !column.isAutoIncrementing)
  const values = filled.map(column => {
    if (column.name === 'user_id') return userId
    if (`${name}.${column.name}` === 'alerts.id' || column.name === 'alert_id') return `${userId}-1`
    return column.dataType.toLowerCase() === 'text' ? `${userId}-${column.name}` : userId.length
  })
  await sql`
    insert into ${sql.table(name)} (${sql.join(filled.map(column => sql.ref(column.name)))})
    values (${sql.join(values)})
  `.execute(db)
}

const NOW = '2026-11-21T00:00:00.000Z'

const insertSession = (db: Database, userId: string) =>
  sql`
    insert into session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
    values (${`${userId}-session`}, ${NOW}, ${`${userId}-token`}, ${NOW}, ${NOW}, ${userId})
  `.execute(db)

async function countAll(db: Database): Promise<[string, number][]> {
  const names = [
    ...(await ownedTables(db)).map(table => table.name),
    ...['user', 'account', 'session', 'passkey', 'sign_in_failures'],
  ]
  return Promise.all(
    names.map(async (name): Promise<[string, number]> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(name)}
      `.execute(db)
      return [name, rows[0]?.count ?? 0]
    }),
  )
}
