/** SQLite as Kysely asks it: how statements are compiled, and tried again while others write. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { StartError } from '#server/base/errors.ts'
import {
  forKysely,
  isBusy,
  openFile,
  SQLITE_FULL,
  SQLITE_NOTADB,
  type SqliteConnection,
  sqliteCode,
} from './sqlite.ts'
import { StoreFullError } from './store-errors.ts'

/** How long a single statement tries again, and how long it pauses in between. */
const BUSY_WAIT_MS = 200
const BUSY_PAUSE_MS = 10

export type SqliteFile = {
  dialect: Dialect
  /** From now on nothing waits inside SQLite, which would stop the event loop. */
  neverBlock: () => void
  /** A number that changes when another process has written to the file. */
  foreignVersion: () => number
}

export function openSqlite(path: string): SqliteFile {
  const database = openFile(path)
  const version = database.prepare('pragma data_version')
  return {
    dialect: new RetryingDialect(forKysely(database)),
    neverBlock: () => database.exec('pragma busy_timeout = 0'),
    foreignVersion: () => Number(version.get()?.data_version),
  }
}

/** The same database, asked by another driver. */
export const readerDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new LiteralLimits(),
})

/** Why the file can't be used, as one Spanish sentence; any other error comes back as it is. */
export function asStartError(thrown: unknown, path: string): unknown {
  const error = thrown instanceof StoreFullError ? thrown.cause : thrown
  const code = sqliteCode(error)
  if (code === 0) return thrown
  const message =
    code === SQLITE_NOTADB
      ? `El archivo ${path} no es una base de datos de Pregonero. Recupéralo de una copia o pon otra carpeta en DATA_DIR.`
      : `No se puede usar la base de datos ${path} (${error instanceof Error ? error.message : code}). Revisa sus permisos, el espacio en disco y qué programas la usan.`
  return new StartError(message, { cause: error })
}

class RetryingDialect extends SqliteDialect {
  readonly #database: SqliteConnection

  constructor(database: SqliteConnection) {
    super({ database })
    this.#database = database
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  override createDriver(): SqliteDriver {
    return new RetryingDriver(this.#database)
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new LiteralLimits()
  }
}

/** Kysely does not know that SQLite makes and changes tables in transactions. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite plans a query again for every value bound to its limit, which takes longer than to run it. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(limit.value.toFixed())
    else this.visitNode(limit)
  }
}

/**
 * Statements outside a transaction try again for a moment while another process writes. A transaction is
 * repeated by its caller, so that no statement waits behind one that waits.
 */
class RetryingDriver extends SqliteDriver {
  readonly #database: SqliteConnection
  #hasBegun = false

  constructor(database: SqliteConnection) {
    super({ database })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection)
    this.#hasBegun = true
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#hasBegun = false
  }

  /** On a full disk SQLite has done it by itself. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#hasBegun = false
    if (this.#database.isTransaction()) await super.rollbackTransaction(connection)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
      executeQuery: async (query, options) => {
        // What was left of a transaction that is gone would be kept, each statement for itself.
        if (this.#hasBegun && !this.#database.isTransaction())
          throw new StoreFullError('the transaction was rolled back')
        const begun = performance.now()
        for (;;) {
          try {
            return await connection.executeQuery(query, options)
          } catch (error) {
            if (sqliteCode(error) === SQLITE_FULL)
              throw new StoreFullError('the disk is full', { cause: error })
            const isTooLate = performance.now() - begun >= BUSY_WAIT_MS
            if (query.sql === 'begin' || isTooLate || !isBusy(error)) throw error
            await pause(BUSY_PAUSE_MS)
          }
        }
      },
    }
  }
}
