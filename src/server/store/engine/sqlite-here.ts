import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { type FileOptions, openSqlite } from './sqlite.ts'
import { LiteralLimits } from './sqlite-dialect.ts'

/** SQLite on the calling thread, for a thread without other work; saves copying rows between threads. */
export function sqliteHereDialect(options: FileOptions & { isReader: true }): Dialect {
  const sqlite = openSqlite(options)
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      const { rows, columns = [] } = sqlite.answer({ sql, parameters, asLists: true })
      return { rows: rows.map(row => asObject(columns, row as unknown[]) as R) }
    },
    streamQuery() {
      throw new Error('nothing is streamed here')
    },
  }
  const noTransactions = async () => {
    throw new Error('the reader takes no transactions')
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: noTransactions,
      commitTransaction: noTransactions,
      rollbackTransaction: noTransactions,
      destroy: async () => sqlite.close(),
    }),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new LiteralLimits(),
  }
}

function asObject(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at]
  return row
}
