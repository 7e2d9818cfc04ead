/** SQLite's file behind the interface that Kysely calls, without Kysely: the reader's thread starts quickly. */
import {
  DatabaseSync,
  type DatabaseSyncOptions,
  type SQLInputValue,
  type StatementSync,
} from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'
import { foldText } from '#shared/format.ts'

/** While it starts, a process may stand still until another one has written. */
const START_WAIT_MS = 5_000
/** On a thread of its own a connection may stand still as long as a write may try. */
const READER_WAIT_MS = 2_000
const CACHED_STATEMENTS = 500
/** What the log keeps of the room that a large write took: several times what it needs else. */
const LOG_BYTES = 16 * 1_024 * 1_024

export function openFile(path: string): DatabaseSync {
  const database = connect(path, { timeout: START_WAIT_MS })
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
      pragma journal_size_limit = ${LOG_BYTES}`)
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

/**
 * Each query blocks its thread until it is answered, so it needs a thread of its own. It sees all that
 * was committed before it, and can't write.
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

export type SqliteConnection = SqliteDatabase & { isTransaction: () => boolean }

/** The few methods of better-sqlite3 that Kysely calls, over node:sqlite with a statement cache. */
export function forKysely(database: DatabaseSync): SqliteConnection {
  const cache = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    close: () => database.close(),
    isTransaction: () => database.isTransaction,
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

/** No room: the transaction in which it happens is rolled back by SQLite itself. */
export const SQLITE_FULL = 13
/** Not a database at all. */
export const SQLITE_NOTADB = 26
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/** Another process is writing: the same transaction may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

/** 0 for any other error. The lowest byte is the code; what stands above it only says more. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
