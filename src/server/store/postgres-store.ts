import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { StartError } from '#server/base/start-error.ts'
import { postgresDialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Store } from './open-store.ts'
import { openPool, type PoolOptions } from './postgres.ts'
import { postgresNotices } from './postgres-notices.ts'
import type { Database, Tables } from './schema.ts'
import { StoreAwayError } from './store-busy-error.ts'

/**
 * Each statement looks up few rows by an index. One that was planned while its tables were small would
 * go on reading them whole when they are large. What a plan without these seems to cost would have it
 * compiled, which takes longer than to run it.
 */
const BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}
/** One group of webhooks and one of outcomes are written at a time, and two of those held up of each. */
const LINE_POOL: PoolOptions = {
  size: 6,
  waits: { statement: 4_000, lock: 20 },
  settings: BY_INDEX,
}
const POOL: PoolOptions = {
  size: 4,
  waits: { statement: 4_000, lock: 500 },
  settings: BY_INDEX,
}
const READER_POOL: PoolOptions = {
  size: 4,
  waits: { statement: 30_000, lock: 5_000 },
  settings: { default_transaction_read_only: 'on' },
}
const UNHURRIED: PoolOptions = { size: 1, waits: null }

/** A database that starts together with this process may take a while. */
const START_PATIENCE_MS = 30_000
const START_PAUSE_MS = 500
const OLDEST_VERSION = 15

/** @throws StartError */
export async function openPostgresStore(url: string): Promise<Store> {
  await using opened = new AsyncDisposableStack()
  // Migrates, which may take long; or waits as long as another process does it.
  const migrated = await unhurried(url, migrate)
  const db = connect(url, POOL)
  opened.defer(() => db.destroy())
  const line = connect(url, LINE_POOL)
  opened.defer(() => line.destroy())
  const reader = connect(url, READER_POOL)
  opened.defer(() => reader.destroy())
  const notices = opened.use(postgresNotices(db, url))
  const held = opened.move()
  return { db, line, reader, migrated, notices, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const connect = (url: string, options: PoolOptions): Database =>
  new Kysely<Tables>({ dialect: postgresDialect(openPool(url, options)) })

/**
 * Work on one connection, on which everything may take as long as it takes.
 * @throws StartError when PostgreSQL can't be used, or can't do the work
 */
export async function unhurried<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, UNHURRIED)
  try {
    await refuseUnsuitable(db)
    return await work(db)
  } catch (error) {
    throw asStartError(error)
  } finally {
    await db.destroy()
  }
}

async function refuseUnsuitable(db: Database): Promise<void> {
  const { version, encoding } = await patiently(() => describe(db))
  if (version < OLDEST_VERSION)
    throw new StartError(
      `PostgreSQL ${version} es demasiado antiguo: Pregonero necesita la versión ${OLDEST_VERSION} o una posterior.`,
    )
  if (encoding !== 'UTF8')
    throw new StartError(
      `La base de datos de DATABASE_URL guarda los textos en ${encoding}. Crea otra con la codificación UTF8.`,
    )
}

async function describe(db: Database): Promise<{ version: number; encoding: string }> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('server_encoding') as encoding`.execute(db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not say what it is')
  return row
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + START_PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreAwayError) || performance.now() > deadline) throw error
      await pause(START_PAUSE_MS)
    }
  }
}

function asStartError(error: unknown): unknown {
  if (error instanceof StartError) return error
  const cause = error instanceof StoreAwayError ? error.cause : error
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new StartError(
    `No se puede usar la base de datos de DATABASE_URL (${reason}). Revisa la dirección, el usuario, su contraseña y que PostgreSQL esté en marcha.`,
    { cause: error },
  )
}
