/** Kysely dialect for SQLite: compiles statements, and gives each its turn on the connection. */

import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { clock, type Timer } from '#server/base/clock.ts'
import { StartError } from '#server/base/errors.ts'
import { type FileOptions, isDamaged, SQLITE_NOTADB, sqliteCode } from './sqlite.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { SqliteTurn } from './sqlite-turn.ts'
import { StoreBusyError } from './store-errors.ts'

/** Idle time after which a reader or search thread ends: it takes 8 MB, and only the user interface needs it. */
const REST_AFTER_MS = 60_000

/** Answers questions in their order. */
export type SqliteAnswers = Pick<SqliteThread, 'ask' | 'close'> &
  Partial<Pick<SqliteThread, 'rest'>>

/** Opens the file at the first question. */
export type ConnectSqlite = (options: FileOptions) => SqliteAnswers

const onThread: ConnectSqlite = options => new SqliteThread(options)

export const sqliteDialect = (
  options: FileOptions,
  connect: ConnectSqlite = onThread,
): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new SqliteDriver(connect(options), options),
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new LiteralLimits(),
})

/** StartError that says in one Spanish sentence why the file can't be used; returns other errors unchanged. */
export function asStartError(thrown: unknown, path: string): unknown {
  const error = thrown instanceof StoreBusyError ? thrown.cause : thrown
  if (sqliteCode(error) === 0) return thrown
  return new StartError(whyUnusable(error, path), { cause: error })
}

function whyUnusable(error: unknown, path: string): string {
  const said = error instanceof Error ? error.message : sqliteCode(error)
  if (sqliteCode(error) === SQLITE_NOTADB)
    return `El archivo ${path} no es una base de datos de Pregonero. Recupéralo de una copia o pon otra carpeta en DATA_DIR.`
  if (isDamaged(error))
    return `La base de datos ${path} está dañada (${said}). Para el servidor, guarda aparte la carpeta de datos y recupera la última copia que esté bien.`
  return `No se puede usar la base de datos ${path} (${said}). Revisa sus permisos, el espacio en disco y qué programas la usan.`
}

/** Tells Kysely that SQLite creates and alters tables in transactions, and that the driver orders its own use. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Writes limits as literals: SQLite plans a query again for each bound limit, which takes longer than running it. */
export class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(limit.value.toFixed())
    else this.visitNode(limit)
  }
}

/** Gives transactions and single statements their turn, one after the other. */
class SqliteDriver implements Driver {
  readonly #sqlite: SqliteAnswers
  readonly #isReader: boolean
  readonly #mayRest: boolean
  #rest: Timer | undefined
  #last: SqliteTurn | undefined

  constructor(sqlite: SqliteAnswers, { isReader, beside }: FileOptions) {
    this.#sqlite = sqlite
    this.#isReader = isReader
    this.#mayRest = isReader || beside !== undefined
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#rest?.cancel()
    const turn = new SqliteTurn(this.#sqlite, this.#last)
    this.#last = turn
    await turn.comes
    return turn
  }

  async releaseConnection(turn: SqliteTurn): Promise<void> {
    turn.end()
    if (!this.#mayRest || turn !== this.#last) return
    this.#rest = clock.timer(REST_AFTER_MS, () => this.#sqlite.rest?.()).unref()
  }

  async beginTransaction(turn: SqliteTurn): Promise<void> {
    if (this.#isReader) throw new Error('the reader takes no transactions')
    turn.begin()
  }

  commitTransaction(turn: SqliteTurn): Promise<void> {
    return turn.commit()
  }

  rollbackTransaction(turn: SqliteTurn): Promise<void> {
    return turn.rollBack()
  }

  destroy(): Promise<void> {
    this.#rest?.cancel()
    return this.#sqlite.close()
  }
}
