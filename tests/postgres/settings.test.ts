import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import type { Database } from '#server/store/engine/schema.ts'
import { openStore } from '#server/store/open-store.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/** Settings that an administrator may have made for the server or the role. */
const theirs = {
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  statement_timeout: '10s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  idle_session_timeout: '10s',
  transaction_timeout: '10s',
  synchronous_commit: 'off',
  standard_conforming_strings: 'off',
  DateStyle: 'SQL, DMY',
}

it('works the same with any server settings', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  await setAll(databaseUrl, theirs)
  await using store = await openStore({ databaseUrl })
  for (const db of [store.db, store.line, store.reader])
    expect(await settingsOf(db)).toMatchObject({
      default_transaction_isolation: 'read committed',
      default_transaction_deferrable: 'off',
      idle_session_timeout: '0',
      transaction_timeout: '0',
      synchronous_commit: 'on',
      standard_conforming_strings: 'on',
      DateStyle: 'ISO, MDY',
      statement_timeout: expect.stringMatching(/^(3500|29500)$/),
    })
})

it('leaves other settings as they are', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  await setAll(databaseUrl, { synchronous_commit: 'remote_apply', search_path: 'public' })
  await using store = await openStore({ databaseUrl })
  expect(await settingsOf(store.line)).toMatchObject({
    synchronous_commit: 'remote_apply',
    search_path: 'public',
  })
})

async function setAll(databaseUrl: string, settings: Record<string, string>): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  for (const [name, value] of Object.entries(settings))
    await client.query(`do $$ begin
      execute format('alter database %I set ${name} = ''${value}''', current_database()); end $$`)
  await client.end()
}

async function settingsOf(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings`.execute(db)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}
