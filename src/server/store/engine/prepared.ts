import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

/** Placeholder in a compiled query for the value of an argument. */
class Argument {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

const names = new Map<string, string>()

/** Name by which PostgreSQL keeps a prepared query, so that it is planned only once; undefined for other queries. */
export const statementName = (sql: string): string | undefined => names.get(sql)

/** A query that is compiled once per database. */
export type Prepared<Arguments extends readonly unknown[], Row> = {
  (db: Database, ...values: Arguments): Promise<Row[]>
  /** The compiled query with its values, for `together`. */
  query: (db: Database, ...values: Arguments) => CompiledQuery<Row>
}

/**
 * For hot queries: Kysely takes longer to compile them than SQLite to run them. Arguments must end up in the
 * query unchanged, and must not shape it.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Database, ...values: Arguments) => Compilable<Row>,
): Prepared<Arguments, Row> {
  /** Keyed by the adapter, which each open database has of its own. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  function compile(db: Database): CompiledQuery<Row> {
    const { adapter } = db.getExecutor()
    const query =
      compiled.get(adapter) ?? build(db, ...placeholders<Arguments>(build.length - 1)).compile()
    compiled.set(adapter, query)
    if (!names.has(query.sql)) names.set(query.sql, `pregonero-${names.size}`)
    return query
  }
  function query(db: Database, ...values: Arguments): CompiledQuery<Row> {
    const made = compile(db)
    const parameters = made.parameters.map(value =>
      value instanceof Argument ? values[value.index] : value,
    )
    return { ...made, parameters }
  }
  const run = async (db: Database, ...values: Arguments) =>
    (await db.executeQuery<Row>(query(db, ...values))).rows
  return Object.assign(run, { query })
}

const placeholders = <Arguments extends readonly unknown[]>(count: number) =>
  Array.from({ length: count }, (_, index) => new Argument(index)) as unknown as Arguments
