/** Connection to the SQLite file. Does not import Kysely, so that its thread starts quickly. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { foldText } from '#shared/format.ts'

/** Busy timeout of a connection that writes; the store sets it to 0 once it has migrated. */
const START_WAIT_MS = 5_000
/** Busy timeout of a reader: as long as a write is retried. */
const READER_WAIT_MS = 2_000
const BEGIN: Statement = { sql: 'begin immediate', parameters: [] }
const COMMIT: Statement = { sql: 'commit', parameters: [] }
const CACHED_STATEMENTS = 500
/** Size to which SQLite truncates the write-ahead log after a large write; several times its usual size. */
const LOG_BYTES = 16 * 1_024 * 1_024

/**
 * Litestream replicates the write-ahead log and runs the checkpoints itself: a checkpoint by another program
 * would damage its replica. SQLite checkpoints only once the log reaches 1 GB (262,144 pages): a log of that size
 * means that Litestream no longer runs.
 */
export const LITESTREAM = {
  isThere: `select name from sqlite_schema where name = '_litestream_seq'`,
  leaveLog: `pragma wal_autocheckpoint = 262144`,
}

/**
 * @property isReader read-only; each statement sees everything committed before it
 * @property beside path of another file, whose tables can be read as well
 */
export type FileOptions = { path: string; isReader: boolean; beside?: string }

/** @property parameters values of the statement; or lists of values, for each of which it runs in turn */
export type Statement = { sql: string; parameters: readonly unknown[] }

/**
 * A statement with its options.
 * @property transaction number of its transaction; without it, no transaction may be open
 * @property begins opens the transaction before the statement
 * @property others statements that run after it, until one fails
 * @property commits commits the transaction after the last statement
 * @property isCondition if it gives no row, `others` and the commit are skipped
 * @property fetch reads up to `rows` rows: its first ones, or the next ones of the statement fetched last
 * @property asLists gives each row as a list of its values, which is cheaper for many rows
 */
export type Question = Statement & {
  transaction?: number
  begins?: boolean
  others?: readonly Statement[]
  commits?: boolean
  isCondition?: boolean
  fetch?: { rows: number; isFirst: boolean }
  asLists?: boolean
}

/**
 * Rows; or `changes` and `lastId` of a statement that gives no rows.
 * @property columns column names of rows that are lists
 * @property others rows of each of the other statements, if they were run
 */
export type Answer = {
  rows: unknown[]
  columns?: string[]
  changes?: number | bigint
  lastId?: number | bigint
  others?: unknown[][]
}

export type SqliteConnection = {
  /**
   * Blocks its thread until SQLite has answered.
   * @throws any error of SQLite, and errors that `isTransactionGone` and `isTransactionOpen` recognise
   */
  answer: (question: Question) => Answer
  close: () => void
}

export function openSqlite(options: FileOptions): SqliteConnection {
  const { isReader } = options
  const database = connect(options)
  const prepared = new Map<string, { statement: StatementSync; givesRows: boolean }>()
  let fetching: Iterator<unknown> | undefined
  /** Number of the latest transaction. */
  let begun: number | undefined

  function prepare(sql: string) {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const made = { statement, givesRows: statement.columns().length > 0 }
    if (prepared.size >= CACHED_STATEMENTS) prepared.clear()
    prepared.set(sql, made)
    return made
  }

  function run(question: Question): Answer {
    const { statement, givesRows } = prepare(question.sql)
    if (isLists(question.parameters)) return runForEach(statement, question.parameters)
    const parameters = question.parameters.map(bindable)
    if (question.asLists) {
      statement.setReturnArrays(true)
      const columns = statement.columns().map(({ name }) => name)
      return { rows: statement.all(...parameters), columns }
    }
    if (givesRows) return { rows: statement.all(...parameters) }
    if (isReader) throw new Error('the reader only takes what gives rows')
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], changes, lastId: lastInsertRowid }
  }

  function runForEach(statement: StatementSync, lists: readonly (readonly unknown[])[]): Answer {
    let changes = 0
    for (const values of lists) changes += Number(statement.run(...values.map(bindable)).changes)
    return { rows: [], changes }
  }

  function fetch({ sql, parameters }: Question, of: { rows: number; isFirst: boolean }): Answer {
    if (of.isFirst) fetching = prepare(sql).statement.iterate(...parameters.map(bindable))
    const rows: unknown[] = []
    while (rows.length < of.rows) {
      const next = fetching?.next()
      if (!next || next.done) break
      rows.push(next.value)
    }
    return { rows }
  }

  /** @throws Error if another transaction is open */
  function standAlone({ transaction, begins }: Question): void {
    if (database.isTransaction)
      throw Object.assign(new Error('another transaction is open'), { code: TRANSACTION_OPEN })
    if (!begins) return
    // A deferred transaction that reads first can lose its right to write, and waiting does not help.
    run(BEGIN)
    begun = transaction
  }

  return {
    answer(question) {
      const { transaction, begins, sql } = question
      if (begins || transaction === undefined) standAlone(question)
      else if (!database.isTransaction || begun !== transaction) {
        if (sql === 'rollback') return { rows: [] }
        throw Object.assign(new Error('the transaction is not open'), { code: TRANSACTION_GONE })
      }
      const first = question.fetch ? fetch(question, question.fetch) : run(question)
      if (question.isCondition && first.rows.length === 0) return first
      const others = question.others?.map(statement => run(statement).rows)
      if (question.commits) run(COMMIT)
      return others ? { ...first, others } : first
    },
    close: () => database.close(),
  }
}

function connect({ path, isReader, beside }: FileOptions): DatabaseSync {
  const timeout = isReader ? READER_WAIT_MS : START_WAIT_MS
  const database = new DatabaseSync(path, { readOnly: isReader, timeout })
  try {
    database.function('fold', { deterministic: true }, text => foldText(String(text ?? '')))
    if (!isReader)
      database.exec(`pragma journal_mode = wal; pragma synchronous = full;
        pragma foreign_keys = on; pragma journal_size_limit = ${LOG_BYTES}`)
    if (!isReader && database.prepare(LITESTREAM.isThere).get()) database.exec(LITESTREAM.leaveLog)
    if (beside !== undefined) database.prepare('attach ? as beside').run(readOnlyUrl(beside))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** True for lists of values: SQLite has no list type, so a value is never a list. */
const isLists = (parameters: readonly unknown[]): parameters is readonly (readonly unknown[])[] =>
  Array.isArray(parameters[0])

/** Read-only, so that a write transaction on the main file does not lock this one. */
function readOnlyUrl(path: string): string {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'ro')
  return url.href
}

// A Date that is the only parameter would be read by node:sqlite as an object of named parameters: it stores null.
const bindable = (value: unknown): SQLInputValue =>
  value instanceof Date ? value.toISOString() : (value as SQLInputValue)

/** Disk full: SQLite itself rolls back the transaction. */
export const SQLITE_FULL = 13
/** The file is not a database. */
export const SQLITE_NOTADB = 26
const SQLITE_CORRUPT = 11
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/** True if another connection holds a lock on the file: the same transaction may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

/** True if the file is corrupt or not a database. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

const TRANSACTION_GONE = 'TRANSACTION_GONE'
const TRANSACTION_OPEN = 'TRANSACTION_OPEN'

/** True if SQLite has rolled the transaction back itself, or its thread has ended. */
export const isTransactionGone = (error: unknown): boolean => codeOf(error) === TRANSACTION_GONE

/** True if the question was refused, without any change, until another transaction ends. */
export const isTransactionOpen = (error: unknown): boolean => codeOf(error) === TRANSACTION_OPEN

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Primary result code of SQLite: the lowest byte of the extended one; 0 for any other error. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
