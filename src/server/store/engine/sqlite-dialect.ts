/** SQLite as Kysely asks it: how statements are compiled, and tried again while others write. */

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { clock, type Timer } from '#server/base/clock.ts'
import { StartError } from '#server/base/errors.ts'
import {
  type Answer,
  type FileOptions,
  isBusy,
  isDamaged,
  isTransactionGone,
  type Question,
  SQLITE_FULL,
  SQLITE_NOTADB,
  sqliteCode,
} from './sqlite.ts'
import { SqliteThread } from './sqlite-thread.ts'
import {
  StoreAwayError,
  StoreBusyError,
  StoreFullError,
  WriteInDoubtError,
} from './store-errors.ts'

/** How long a single statement tries again, and how long it pauses in between. */
const BUSY_WAIT_MS = 200
const BUSY_PAUSE_MS = 10
/** A thread that only screens need takes 8 MB, and ends after so long without a statement. */
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

/** Why the file can't be used, as one Spanish sentence; any other error comes back as it is. */
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

/** Kysely does not know that SQLite makes and changes tables in transactions. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite plans a query again for every value bound to its limit, which takes longer than to run it. */
export class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(limit.value.toFixed())
    else this.visitNode(limit)
  }
}

/**
 * Kysely gives the one connection to one transaction or statement at a time. Statements outside a
 * transaction try again for a moment while another process writes. A transaction is repeated by its
 * caller, so that no statement waits behind one that waits.
 */
class SqliteDriver implements Driver {
  readonly #sqlite: SqliteAnswers
  readonly #isReader: boolean
  readonly #mayRest: boolean
  #rest: Timer | undefined
  /** A transaction that is wanted begins with its first statement. */
  #transaction: 'none' | 'wanted' | 'begun' | 'committed' = 'none'
  readonly #connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => this.#execute<R>(query),
    streamQuery: <R>(query: CompiledQuery, chunkSize?: number) => this.#stream<R>(query, chunkSize),
  }

  constructor(sqlite: SqliteAnswers, { isReader, beside }: FileOptions) {
    this.#sqlite = sqlite
    this.#isReader = isReader
    this.#mayRest = isReader || beside !== undefined
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#rest?.cancel()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    if (this.#mayRest) this.#rest = clock.timer(REST_AFTER_MS, () => this.#sqlite.rest?.()).unref()
  }

  async beginTransaction(): Promise<void> {
    if (this.#isReader) throw new Error('the reader takes no transactions')
    this.#transaction = 'wanted'
  }

  async commitTransaction(): Promise<void> {
    // By way of the connection, which Kysely watches.
    if (this.#transaction === 'begun') await this.#connection.executeQuery(COMMIT)
    this.#transaction = 'none'
  }

  async rollbackTransaction(): Promise<void> {
    const hasBegun = this.#transaction === 'begun'
    this.#transaction = 'none'
    if (hasBegun) await this.#ask({ sql: 'rollback', parameters: [] })
  }

  destroy(): Promise<void> {
    this.#rest?.cancel()
    return this.#sqlite.close()
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query
    if (isBatch(query)) return { rows: (await this.#askAll(query)) as R[] }
    const { rows, changes, lastId } = await this.#ask({ sql, parameters })
    return {
      rows: rows as R[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(lastId !== undefined && { insertId: BigInt(lastId) }),
    }
  }

  async *#stream<R>(
    { sql, parameters }: CompiledQuery,
    fetch = FETCHED_ROWS,
  ): AsyncIterableIterator<QueryResult<R>> {
    for (let isFirst = true; ; isFirst = false) {
      const { rows } = await this.#ask({ sql, parameters, fetch: { rows: fetch, isFirst } })
      yield { rows: rows as R[] }
      if (rows.length < fetch) return
    }
  }

  /** @returns the rows of each statement that was run */
  async #askAll({ statements, commits, isCondition }: Batch): Promise<unknown[][]> {
    const [first, ...others] = statements.map(({ sql, parameters }) => ({ sql, parameters }))
    if (!first) return []
    const answer = await this.#ask({ ...first, others, commits, isCondition })
    if (commits && answer.others) this.#transaction = 'committed'
    return [answer.rows, ...(answer.others ?? [])]
  }

  async #ask(question: Question): Promise<Answer> {
    if (this.#transaction === 'committed') throw new Error('the transaction is committed')
    const begins = this.#transaction === 'wanted'
    const isInside = this.#transaction !== 'none'
    if (begins) this.#transaction = 'begun'
    const begun = clock.monotonic()
    for (;;) {
      try {
        return await this.#sqlite.ask({ ...question, begins, isInside })
      } catch (error) {
        if (sqliteCode(error) === SQLITE_FULL)
          throw new StoreFullError('the disk is full', { cause: error })
        if (isTransactionGone(error))
          throw new StoreAwayError('the transaction is gone', { cause: error })
        if (question.commits && error instanceof StoreAwayError)
          throw new WriteInDoubtError('the database went away at the commit', { cause: error })
        if (!isBusy(error)) throw error
        if (isInside || clock.monotonic() - begun >= BUSY_WAIT_MS)
          throw new StoreBusyError('another process writes', { cause: error })
        await clock.pause(BUSY_PAUSE_MS)
      }
    }
  }
}

/**
 * @property commits the transaction is committed with them
 * @property isCondition the others run, and are committed, only if the first gives a row
 */
type BatchOptions = { commits: boolean; isCondition: boolean }

/** Several statements as one query, whose rows are the lists of rows of each that was run. */
type Batch = CompiledQuery & BatchOptions & { statements: readonly CompiledQuery[] }

export function batchOf(
  statements: readonly CompiledQuery[],
  options: BatchOptions,
): CompiledQuery<unknown[]> {
  const [first] = statements
  if (!first) throw new Error('a batch has a statement')
  const batch: Batch = { ...first, ...options, statements }
  return batch as CompiledQuery<unknown[]>
}

const isBatch = (query: CompiledQuery): query is Batch => 'statements' in query

const COMMIT = CompiledQuery.raw('commit')
const FETCHED_ROWS = 100
