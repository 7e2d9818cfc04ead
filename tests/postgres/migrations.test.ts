import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { MIGRATION_LOCK, migrate } from '#server/store/migrations/migrate.ts'
import { openStore } from '#server/store/open-store.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { openUnmigrated } from '../support/unmigrated.ts'

/** A database of an older version, with clients for other programs. */
async function setStage() {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  const older = openUnmigrated({ databaseUrl })
  await migrate(older, { last: '0012-lighter-notes' })
  await older.destroy()
  const client = async () => {
    const connected = new Client(databaseUrl)
    await connected.connect()
    return Object.assign(connected, { [Symbol.asyncDispose]: () => connected.end() })
  }
  return { databaseUrl, client }
}

it('lets older processes work while a backup delays an update, then finishes it', async () => {
  const { databaseUrl, client } = await setStage()
  await using backup = await client()
  await backup.query('begin')
  await backup.query('lock table alerts in access share mode')

  const said: string[] = []
  const opening = openStore({ databaseUrl }, { say: line => void said.push(line) })
  await using older = await client()
  await expect.poll(async () => (await older.query(WAITS_FOR_ALERTS)).rowCount).toBe(1)
  await older.query(`set lock_timeout = '5s'`)
  await older.query('begin; lock table alerts in row exclusive mode')
  await older.query('commit')
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^Pregonero espera para actualizar la base de datos/)])

  await backup.query('rollback')
  await using store = await opening
  expect(store.migrated).toContain('0013-received-from')
})

it('waits for the migration lock at a start even when no migration is missing', async () => {
  const { databaseUrl, client } = await setStage()
  await using filled = await openStore({ databaseUrl })
  const { adapter } = filled.db.getExecutor()
  const { promise: isFull, resolve: fill } = Promise.withResolvers<void>()
  using _filling = { [Symbol.dispose]: fill }
  const holding = filled.db.connection().execute(async connection => {
    await adapter.acquireMigrationLock(connection, MIGRATION_LOCK)
    await isFull
    await adapter.releaseMigrationLock(connection, MIGRATION_LOCK)
  })
  await using watching = await client()
  const waiting = async () => (await watching.query(WAITS_FOR_A_LOCK)).rowCount
  const opening = openStore({ databaseUrl })
  await expect.poll(waiting).toBe(1)
  fill()
  await using store = await opening
  await holding
  expect(store.migrated).toEqual([])
})

/** Limited to this database: its copies on the same server have the same table OIDs. */
const WAITS_FOR_ALERTS = `
  select from pg_locks join pg_database on database = pg_database.oid
  where datname = current_database() and relation = 'alerts'::regclass and not granted`
const WAITS_FOR_A_LOCK = `
  select from pg_locks join pg_database on database = pg_database.oid
  where datname = current_database() and locktype = 'advisory' and not granted`
