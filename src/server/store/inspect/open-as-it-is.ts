import { Kysely, PostgresDialect } from 'kysely'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { asStartError, sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import { addressOf, refuseForeign } from '#server/store/migrations/foreign-file.ts'
import { fileIn, type StorePlace } from '#server/store/open-store.ts'

const STATEMENT_MS = 5_000
const LOCK_MS = 1_000

/**
 * Opens the database read-only, whatever its version, without migrating or creating it.
 * @throws StartError if it can't be read, or belongs to another program
 */
export async function openAsItIs(place: StorePlace): Promise<AsyncDisposable & { db: Database }> {
  const db = 'dataDir' in place ? openFile(fileIn(place.dataDir)) : await connect(place.databaseUrl)
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

function openFile(path: string): Database {
  try {
    refuseForeign(path)
  } catch (error) {
    throw asStartError(error, path)
  }
  return new Kysely<Tables>({
    dialect: sqliteDialect({ path: addressOf(path).href, isReader: true }),
  })
}

/** Tries once: a database that is still starting counts as unreachable. */
async function connect(url: string): Promise<Database> {
  // Imported here: only PostgreSQL needs the driver, which takes memory and time.
  const { waitForPostgres } = await import('#server/store/engine/wait-for-postgres.ts')
  const { openPool } = await import('#server/store/engine/postgres.ts')
  await waitForPostgres(url, { patience: 0 })
  const pool = openPool(url, {
    size: 1,
    waits: { connection: STATEMENT_MS, statement: STATEMENT_MS, lock: LOCK_MS },
    settings: { default_transaction_read_only: 'on' },
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
