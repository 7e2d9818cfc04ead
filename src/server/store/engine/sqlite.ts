/** A connection to SQLite's file, without Kysely: the thread that it lives on starts quickly. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { foldText } from '#shared/format.ts'

/** While it starts, a process may stand still until another one has written. */
const START_WAIT_MS = 5_000
/** A reader may stand still as long as a write may try. */
const READER_WAIT_MS = 2_000
const BEGIN: Statement = { sql: 'begin immediate', parameters: [] }
const COMMIT: Statement = { sql: 'commit', parameters: [] }
const CACHED_STATEMENTS = 500
/** What the log keeps of the room that a large write took: several times what it needs else. */
const LOG_BYTES = 16 * 1_024 * 1_024

/**
 * Litestream keeps a copy by reading the log before it is carried over into the file, which it does itself:
 * carried over by others, its copy would be damaged. When the log has a gigabyte, Litestream is gone.
 */
export const LITESTREAM = {
  isThere: `select name from sqlite_schema where name = '_litestream_seq'`,
  leaveLog: `pragma wal_autocheckpoint = 262144`,
}

/**
 * @property isReader it sees all that was committed before each statement, and can't write
 * @property beside another file, whose tables it can read as well
 */
export type FileOptions = { path: string; isReader: boolean; beside?: string }

/** @property parameters its values; or lists of values, with each of which it runs in turn */
export type Statement = { sql: string; parameters: readonly unknown[] }

/**
 * One statement.
 * @property transaction number of its transaction, which has to be open; without it no transaction may be open
 * @property begins that transaction begins with it
 * @property others run after it, as long as none fails
 * @property commits the transaction is committed then
 * @property isCondition without a row of it neither is done
 * @property fetch so many of its rows: the first ones, or the next ones of the statement fetched last
 * @property asLists each row as the list of its values, which takes less where there are many
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
 * Rows, or what became of a statement that gives none.
 * @property columns of rows that are lists
 * @property others the rows of each of the other statements, if they were run
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
   * Blocks its thread until it is answered.
   * @throws any error of SQLite
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

  /** @throws Error where another transaction is open */
  function standAlone({ transaction, begins }: Question): void {
    if (database.isTransaction)
      throw Object.assign(new Error('another transaction is open'), { code: TRANSACTION_OPEN })
    if (!begins) return
    // A deferred transaction that reads first can lose its right to write, whatever it waits.
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

/** SQLite has no lists, so none is meant as a value. */
const isLists = (parameters: readonly unknown[]): parameters is readonly (readonly unknown[])[] =>
  Array.isArray(parameters[0])

/** A transaction that writes to the other file leaves this one to those who write to it. */
function readOnlyUrl(path: string): string {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'ro')
  return url.href
}

// node:sqlite takes a Date that is the only parameter for a bag of named ones and stores null.
const bindable = (value: unknown): SQLInputValue =>
  value instanceof Date ? value.toISOString() : (value as SQLInputValue)

/** No room: the transaction in which it happens is rolled back by SQLite itself. */
export const SQLITE_FULL = 13
/** Not a database at all. */
export const SQLITE_NOTADB = 26
const SQLITE_CORRUPT = 11
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/** Another process is writing: the same transaction may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

/** What stands in the file can't be read. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

const TRANSACTION_GONE = 'TRANSACTION_GONE'
const TRANSACTION_OPEN = 'TRANSACTION_OPEN'

/** SQLite has rolled it back by itself, or the thread that had it has ended. */
export const isTransactionGone = (error: unknown): boolean => codeOf(error) === TRANSACTION_GONE

/** The question was refused and changed nothing: another transaction has to end first. */
export const isTransactionOpen = (error: unknown): boolean => codeOf(error) === TRANSACTION_OPEN

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** 0 for any other error. The lowest byte is the code; what stands above it only says more. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
