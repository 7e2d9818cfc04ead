/** The only file that asks which database it is. */
import {
  DatabaseSync,
  type DatabaseSyncOptions,
  type SQLInputValue,
  type StatementSync,
} from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Expression,
  type LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import { StartError } from '#server/base/start-error.ts'
import { foldText } from '#shared/format.ts'

/** While it starts, a process may stand still until another one has written. */
const START_WAIT_MS = 5_000
/** How long a single statement tries again, and how long it pauses in between. */
const BUSY_WAIT_MS = 200
const BUSY_PAUSE_MS = 10
/** On a thread of its own a connection may stand still as long as a write may try. */
const READER_WAIT_MS = 2_000
const CACHED_STATEMENTS = 500

export type SqliteFile = {
  dialect: Dialect
  /** From now on nothing waits inside SQLite, which would stop the event loop. */
  neverBlock: () => void
  /** A number that changes when another process has written to the file. */
  foreignVersion: () => number
}

export function openSqlite(path: string): SqliteFile {
  const database = open(path)
  const version = database.prepare('pragma data_version')
  return {
    dialect: new PatientDialect(forKysely(database)),
    neverBlock: () => database.exec('pragma busy_timeout = 0'),
    foreignVersion: () => Number(version.get()?.data_version),
  }
}

/**
 * What is asked here stands still until it is answered, so it wants a thread of its own. Each
 * answer sees all that was committed before its question; none can write.
 */
export function openSqliteReader(
  path: string,
): (sql: string, parameters: readonly unknown[]) => unknown[] {
  const database = forKysely(connect(path, { readOnly: true, timeout: READER_WAIT_MS }))
  return (sql, parameters) => {
    const statement = database.prepare(sql)
    if (!statement.reader) throw new Error('the reader only takes what gives rows')
    return statement.all(parameters)
  }
}

/** The same database, asked by another driver. */
export const readerDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new LiteralLimits(),
})

function open(path: string): DatabaseSync {
  const database = connect(path, { timeout: START_WAIT_MS })
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function connect(path: string, options: DatabaseSyncOptions): DatabaseSync {
  const database = new DatabaseSync(path, options)
  database.function('fold', { deterministic: true }, text => foldText(String(text ?? '')))
  return database
}

/** Letters alone, without case and accents. */
export const folded = (text: Expression<string | null>) => sql<string>`fold(${text})`

/** Why the file can't be used, as one Spanish sentence; any other error comes back as it is. */
export function asStartError(error: unknown, path: string): unknown {
  const code = sqliteCode(error)
  if (code === 0) return error
  const message =
    code === SQLITE_NOTADB
      ? `El archivo ${path} no es una base de datos de Pregonero. Recupéralo de una copia o pon otra carpeta en DATA_DIR.`
      : `No se puede usar la base de datos ${path} (${error instanceof Error ? error.message : code}). Revisa sus permisos, el espacio en disco y qué programas la usan.`
  return new StartError(message, { cause: error })
}

class PatientDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver({ database: this.#database })
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LiteralLimits()
  }
}

/** SQLite plans a query anew for every value bound to its limit, which takes longer than to run it. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(limit.value.toFixed())
    else this.visitNode(limit)
  }
}

/**
 * Statements of their own try again for a moment while another process writes. Transactions are
 * begun anew by whoever asked for them, so that nobody waits behind one that waits.
 */
class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
      executeQuery: async (query, options) => {
        const begun = performance.now()
        for (;;) {
          try {
            return await connection.executeQuery(query, options)
          } catch (error) {
            const isTooLate = performance.now() - begun >= BUSY_WAIT_MS
            if (query.sql === 'begin' || isTooLate || !isBusy(error)) throw error
            await pause(BUSY_PAUSE_MS)
          }
        }
      },
    }
  }
}

/** The few methods of better-sqlite3 that Kysely calls, over node:sqlite with a statement cache. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const cached = cache.get(sql)
      if (cached) return cached
      // A deferred transaction that reads first can lose its right to write, whatever it waits.
      const statement = adapt(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (cache.size >= CACHED_STATEMENTS) cache.clear()
      cache.set(sql, statement)
      return statement
    },
  }
}

function adapt(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  return {
    reader: statement.columns().length > 0,
    all: parameters => statement.all(...parameters.map(bindable)),
    run: parameters => statement.run(...parameters.map(bindable)),
    iterate: parameters => statement.iterate(...parameters.map(bindable)),
  }
}

// node:sqlite takes a Date that is the only parameter for a bag of named ones and stores null.
const bindable = (value: unknown): SQLInputValue =>
  value instanceof Date ? value.toISOString() : (value as SQLInputValue)

const SQLITE_NOTADB = 26
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/** Somebody else is writing: the same transaction may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

/** The lowest byte is the code; what stands above it only says more. */
const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
