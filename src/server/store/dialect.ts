/** The only file that asks which database it is. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, type SqliteDatabase, SqliteDialect } from 'kysely'
import { StartError } from '#server/base/start-error.ts'

/** How long SQLite may stand still, event loop and all, before a busy database is reported. */
const BUSY_WAIT_MS = 200
const CACHED_STATEMENTS = 500

export type SqliteFile = {
  dialect: Dialect
  /** A number that changes when another process has written to the file. */
  foreignVersion: () => number
}

/** @throws StartError when the file is no database */
export function openSqlite(path: string): SqliteFile {
  const database = open(path)
  const version = database.prepare('pragma data_version')
  return {
    dialect: new SqliteDialect({ database: forKysely(database) }),
    foreignVersion: () => Number(version.get()?.data_version),
  }
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_WAIT_MS })
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    return database
  } catch (error) {
    database.close()
    if (sqliteCode(error) !== SQLITE_NOTADB) throw error
    throw new StartError(
      `El archivo ${path} no es una base de datos de Pregonero. Recupéralo de una copia o pon otra carpeta en DATA_DIR.`,
      { cause: error },
    )
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
