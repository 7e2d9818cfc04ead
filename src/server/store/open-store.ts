import { join } from 'node:path'
import { Kysely } from 'kysely'
import { asStartError, openSqlite } from './dialect.ts'
import { migrate } from './migrate.ts'
import { createReader } from './reader.ts'
import type { Database, Tables } from './schema.ts'

export type Store = AsyncDisposable & {
  db: Database
  /** The same rows, read on a thread of its own: for what may take long. */
  reader: Database
  /** The migrations that this opening applied. */
  migrated: string[]
  /** A number that changes when another process has written. */
  foreignVersion: () => number
}

/**
 * The SQLite store in a data folder, migrated.
 * @throws StartError when it is not one that this version can read
 */
export async function openStore(dataDir: string): Promise<Store> {
  const path = join(dataDir, 'pregonero.sqlite')
  await using opened = new AsyncDisposableStack()
  try {
    const { dialect, foreignVersion, neverBlock } = openSqlite(path)
    const db = new Kysely<Tables>({ dialect })
    opened.defer(() => db.destroy())
    const migrated = await migrate(db)
    neverBlock()
    const reader = createReader(path)
    opened.defer(() => reader.destroy())
    const held = opened.move()
    return {
      db,
      reader,
      migrated,
      foreignVersion,
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  } catch (error) {
    throw asStartError(error, path)
  }
}
