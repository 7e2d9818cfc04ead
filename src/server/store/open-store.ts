import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import { migrateFile } from '#server/store/migrations/migrate-file.ts'
import { fileNotices } from './engine/file-notices.ts'
import type { Notices } from './engine/notices.ts'
import type { Database, Tables } from './engine/schema.ts'
import { LITESTREAM } from './engine/sqlite.ts'
import { asStartError, type ConnectSqlite, sqliteDialect } from './engine/sqlite-dialect.ts'
import type { ReachOptions } from './engine/wait-for-postgres.ts'
import { type OnStatement, watched } from './engine/watch-statements.ts'
import { SearchFile } from './history/search-file.ts'
import { SearchIndex } from './history/search-index.ts'

export type Store = AsyncDisposable & {
  db: Database
  /**
   * For receiving and delivering. In PostgreSQL the same rows on reserved connections, which wait only 20 ms for a
   * row that another transaction has locked; in SQLite the same as `db`.
   */
  line: Database
  /** The same rows, on separate connections for queries that may take long. */
  reader: Database
  search: SearchIndex
  /** The migrations that this opening applied. */
  migrated: string[]
  notices: Notices
}

/**
 * Options for waiting for PostgreSQL; `log` receives whether a SQLite file was copied before its migration, and that
 * Litestream replicates it; `onStatement` each statement of `db`, `line` and `reader`; `connectSqlite` opens a file's
 * connections, by default each on a thread of its own; `waitFactor` makes the timeouts of PostgreSQL longer.
 */
export type OpenOptions = ReachOptions & {
  log: Logger | undefined
  onStatement: OnStatement | undefined
  connectSqlite: ConnectSqlite | undefined
  waitFactor: number | undefined
}

/** Location of all data: a folder with a SQLite file, or a PostgreSQL database. */
export type StorePlace = { dataDir: string } | { databaseUrl: string }

/**
 * Opens the store and migrates it.
 * @throws StartError if this version can't use the database
 */
export async function openStore(
  place: StorePlace,
  { log, onStatement, connectSqlite, ...onPostgres }: Partial<OpenOptions> = {},
): Promise<Store> {
  if ('dataDir' in place) return openFileStore(place.dataDir, { log, onStatement, connectSqlite })
  // Loaded only when needed: the driver takes memory and time.
  const { openPostgresStore } = await import('./postgres-store.ts')
  return openPostgresStore(place.databaseUrl, { ...onPostgres, onStatement })
}

async function openFileStore(
  dataDir: string,
  { log, onStatement, connectSqlite }: Partial<OpenOptions>,
): Promise<Store> {
  const path = fileIn(dataDir)
  await using opened = new AsyncDisposableStack()
  try {
    refuseForeign(path)
    const db = new Kysely<Tables>({
      dialect: sqliteDialect({ path, isReader: false }, connectSqlite),
      ...watched('line', onStatement),
    })
    opened.defer(() => db.destroy())
    const migrated = await migrateFile(db, path, log)
    // From now on statements don't wait inside SQLite, where they would block all others.
    await sql`pragma busy_timeout = 0`.execute(db)
    const reader = new Kysely<Tables>({
      dialect: sqliteDialect({ path, isReader: true }, connectSqlite),
      ...watched('reader', onStatement),
    })
    opened.defer(() => reader.destroy())
    const file = opened.use(
      new SearchFile(join(dataDir, 'search.sqlite'), { db, path, connect: connectSqlite }),
    )
    const notices = opened.use(fileNotices(foreignVersionOf(db, log)))
    const held = opened.move()
    return {
      db,
      line: db,
      reader,
      search: new SearchIndex({ db, reader, file }),
      migrated,
      notices,
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  } catch (error) {
    throw asStartError(error, path)
  }
}

export const fileIn = (dataDir: string): string => join(dataDir, 'pregonero.sqlite')

/**
 * Returns a function that reads a version, which changes when another connection, Litestream's for example, has
 * written to the file. It also leaves the log to Litestream, once Litestream has begun to replicate the file.
 */
function foreignVersionOf(db: Database, log?: Logger): () => Promise<number | undefined> {
  let seen: number | undefined
  let isBeside = false
  return async () => {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
    const version = rows[0]?.data_version
    if (version !== seen && !isBeside) {
      isBeside = (await sql.raw(LITESTREAM.isThere).execute(db)).rows.length > 0
      if (isBeside) await sql.raw(LITESTREAM.leaveLog).execute(db)
      if (isBeside) log?.info('Litestream keeps a copy of the database: the log is left to it')
    }
    seen = version
    return version
  }
}
