import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import { migrateFile } from '#server/store/migrations/migrate-file.ts'
import { fileNotices } from './engine/file-notices.ts'
import type { Notices } from './engine/notices.ts'
import { createReader } from './engine/reader.ts'
import type { Database, Tables } from './engine/schema.ts'
import { asStartError, openSqlite } from './engine/sqlite-dialect.ts'
import type { ReachOptions } from './engine/wait-for-postgres.ts'

export type Store = AsyncDisposable & {
  db: Database
  /**
   * The same rows, for receiving and delivering: no other work takes its connections, and it gives up
   * at once on a row that another transaction holds.
   */
  line: Database
  /** The same rows, read apart from everything else: for what may take long. */
  reader: Database
  /** The migrations that this opening applied. */
  migrated: string[]
  notices: Notices
}

/** How a PostgreSQL is waited for; `log` is told what became of the copy from before a migration. */
export type OpenOptions = ReachOptions & { log: Logger }

/** Where everything is kept: in a SQLite file in a folder, or in PostgreSQL. */
export type StorePlace = { dataDir: string } | { databaseUrl: string }

/**
 * The store, migrated.
 * @throws StartError when there is none that this version can use
 */
export async function openStore(
  place: StorePlace,
  { log, ...reaching }: Partial<OpenOptions> = {},
): Promise<Store> {
  if ('dataDir' in place) return openFileStore(place.dataDir, log)
  // Only then is the driver needed, which takes memory and time.
  const { openPostgresStore } = await import('./postgres-store.ts')
  return openPostgresStore(place.databaseUrl, reaching)
}

async function openFileStore(dataDir: string, log?: Logger): Promise<Store> {
  const path = join(dataDir, 'pregonero.sqlite')
  await using opened = new AsyncDisposableStack()
  try {
    refuseForeign(path)
    refuseForeign(path)
    const { dialect, foreignVersion, neverBlock } = openSqlite(path)
    const db = new Kysely<Tables>({ dialect })
    opened.defer(() => db.destroy())
    const migrated = await migrateFile(db, path, log)
    neverBlock()
    const reader = createReader(path)
    opened.defer(() => reader.destroy())
    const notices = opened.use(fileNotices(foreignVersion))
    const held = opened.move()
    return {
      db,
      line: db,
      reader,
      migrated,
      notices,
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  } catch (error) {
    throw asStartError(error, path)
  }
}
