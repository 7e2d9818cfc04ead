import { join } from 'node:path'
import { Kysely } from 'kysely'
import { openSqlite } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Database, Tables } from './schema.ts'

export type Store = AsyncDisposable & {
  db: Database
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
  const { dialect, foreignVersion } = openSqlite(join(dataDir, 'pregonero.sqlite'))
  const db = new Kysely<Tables>({ dialect })
  try {
    const migrated = await migrate(db)
    return { db, migrated, foreignVersion, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
