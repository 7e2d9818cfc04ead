import { Kysely, PostgresDialect, sql } from 'kysely'
import { migrate, waitForMigrations } from '#server/store/migrations/migrate.ts'
import { openPool, type PoolOptions } from './engine/postgres.ts'
import { postgresNotices } from './engine/postgres-notices.ts'
import type { Database, Tables } from './engine/schema.ts'
import { type ReachOptions, unusable, waitForPostgres } from './engine/wait-for-postgres.ts'
import { type OnStatement, watched } from './engine/watch-statements.ts'
import { SearchIndex } from './history/search-index.ts'
import type { Store } from './open-store.ts'

/**
 * Each statement looks up few rows by an index, but a plan made while its tables were small would go on scanning
 * them whole when they are large. The high cost estimates of plans without these methods would trigger JIT
 * compilation, which takes longer than running the statement.
 */
const BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  enable_material: 'off',
  jit: 'off',
}
/**
 * Connections for one group of webhooks and one of attempts and outcomes at a time, plus two delayed groups of each;
 * the other statements of receiving and delivering share them.
 */
const LINE_POOL: PoolOptions = {
  size: 6,
  waits: { connection: 2_000, statement: 4_000, lock: 20 },
  settings: BY_INDEX,
}
const POOL: PoolOptions = {
  size: 4,
  waits: { connection: 2_000, statement: 4_000, lock: 500 },
  settings: BY_INDEX,
}
/** Its statements may take seconds each, so the next ones wait longer for their turn. */
const READER_POOL: PoolOptions = {
  size: 4,
  waits: { connection: 10_000, statement: 30_000, lock: 5_000 },
  settings: { default_transaction_read_only: 'on' },
}
const NO_TIMEOUTS: PoolOptions = { size: 1, waits: null }

type Options = ReachOptions & {
  onStatement: OnStatement | undefined
  /** Factor by which the timeouts for connections and statements are longer. */
  waitFactor: number | undefined
}

/** @throws StartError */
export async function openPostgresStore(
  url: string,
  { onStatement, waitFactor = 1, ...reaching }: Partial<Options> = {},
): Promise<Store> {
  await using opened = new AsyncDisposableStack()
  const migrated = await withoutTimeouts(url, db => migrateBesideOthers(db, reaching.say), reaching)
  const longer = (options: PoolOptions) => lengthen(options, waitFactor)
  const db = connect(url, longer(POOL), watched('others', onStatement))
  opened.defer(() => db.destroy())
  const line = connect(url, longer(LINE_POOL), watched('line', onStatement))
  opened.defer(() => line.destroy())
  const reader = connect(url, longer(READER_POOL), watched('reader', onStatement))
  opened.defer(() => reader.destroy())
  const notices = opened.use(postgresNotices(db, url))
  const held = opened.move()
  return {
    db,
    line,
    reader,
    search: new SearchIndex({ db, reader }),
    migrated,
    notices,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

const lengthen = ({ waits, ...options }: PoolOptions, factor: number): PoolOptions => ({
  ...options,
  waits: waits && {
    ...waits,
    connection: waits.connection * factor,
    statement: waits.statement * factor,
  },
})

/**
 * Migrates, which may take long, or waits while another process does it. Waiting for a table's lock makes everyone
 * else queue behind it, webhooks of older processes too: so it waits for 500 ms only, and lets them pass before it
 * tries again.
 */
async function migrateBesideOthers(db: Database, say = (_line: string) => {}): Promise<string[]> {
  await sql`set lock_timeout = '500ms'`.execute(db)
  let isSaid = false
  const onHeld = () => {
    if (!isSaid) say(HELD)
    isSaid = true
  }
  // Wait even if all migrations are applied: a move or a restore may be filling the tables.
  await waitForMigrations(db, onHeld)
  return migrate(db, { onHeld })
}

const HELD =
  'Pregonero espera para actualizar la base de datos, que usa otro programa: una copia de seguridad, por ejemplo, u otro Pregonero que la actualiza.'

const connect = (
  url: string,
  options: PoolOptions,
  watching: ReturnType<typeof watched> = {},
): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(url, options) }),
    ...watching,
  })

/**
 * Runs `work` on one connection without timeouts.
 * @throws StartError when PostgreSQL can't be used, or can't do the work
 */
export async function withoutTimeouts<T>(
  url: string,
  work: (db: Database) => Promise<T>,
  reaching?: Partial<ReachOptions>,
): Promise<T> {
  await waitForPostgres(url, reaching)
  const db = connect(url, NO_TIMEOUTS)
  try {
    // Ends the statements of a killed process. Not every operating system supports the check.
    await sql`set client_connection_check_interval = '1s'`.execute(db).catch(() => {})
    return await work(db)
  } catch (error) {
    throw unusable(error)
  } finally {
    await db.destroy()
  }
}
