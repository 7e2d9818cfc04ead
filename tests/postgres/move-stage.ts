/** Fixtures for the tests of `pregonero move`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { createAccount } from '#server/accounts/manage-accounts.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { OnProgress } from '#server/store/move/copy-rows.ts'
import { moveStore } from '#server/store/move/move-store.ts'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { freshDatabase } from '../support/fresh-database.ts'

export const SECRET_KEY = 'the secret key of an installation'

export type MoveStage = Awaited<ReturnType<typeof stageMove>>

/** An empty folder for an installation and an empty PostgreSQL to move it to, until the test ends. */
export async function stageMove() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  return {
    dataDir,
    databaseUrl,
    from: { dataDir },
    to: { databaseUrl },
    move: (secretKey = SECRET_KEY, onProgress: OnProgress = () => {}) =>
      moveStore({ dataDir, databaseUrl, secretKey }, onProgress),
    /** Runs the command in a separate process. */
    runCommand: (env: Record<string, string> = {}) =>
      runCommand({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY, ...env }),
  }
}

function runCommand(env: Record<string, string>) {
  const cli = join(import.meta.dirname, '../../src/server/cli.ts')
  const child = spawn(process.execPath, [cli, 'move'], { env: { ...process.env, ...env } })
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, err]) => ({ status: child.exitCode, out, err }),
  )
  return { child, said }
}

/** Migrates the store and runs `work` on it. */
export async function fill(
  place: StorePlace,
  work: (db: Database) => Promise<unknown> = async () => {},
): Promise<void> {
  await using store = await openStore(place)
  await work(store.db)
}

export const addAccount = (db: Database, email: string) =>
  createAccount(db, { email, name: 'a', password: 'larga' }, Date.now())

/** All stored rows by table, as sorted JSON; derived counts as sums. */
export async function contents(place: StorePlace): Promise<Record<string, string[]>> {
  await using store = await openStore(place)
  const found: Record<string, string[]> = {}
  for (const { name } of await store.db.introspection.getTables()) {
    if (isDerived(name)) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db)
    const flags = (_key: string, value: unknown) => (typeof value === 'boolean' ? +value : value)
    found[name] = rows.map(row => JSON.stringify(row, flags)).toSorted()
  }
  const { rows } = await sql`
    select user_id, connection_id, cast(sum(total) as bigint) as total,
      cast(sum(successful) as bigint) as successful, cast(sum(failed) as bigint) as failed
    from (
      select user_id, connection_id, total, successful, failed from connection_counts
      union all select user_id, connection_id, total, successful, failed from count_changes
    ) as counts group by user_id, connection_id`.execute(store.db)
  return { ...found, counts: rows.map(row => JSON.stringify(row)).toSorted() }
}

/** Rows of `bots` as they are copied: without the process that sends for each, and the outage that it saw. */
export const copiedBots = (rows: readonly string[] = []): string[] =>
  rows.map(row =>
    JSON.stringify({ ...JSON.parse(row), worker: null, silent_since: null, silent_seen: null }),
  )

/** Derived tables, which each database fills by itself; counts are compared by their sums. */
const isDerived = (table: string): boolean =>
  ['count_changes', 'quarter_counts', 'connection_counts', 'line_version'].includes(table) ||
  table.startsWith('search_')
