import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

/** Stands in a compiled query where the value of an argument goes. */
class Argument {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

const names = new Map<string, string>()

/** By what a database that is not in this process knows the query, which it has to plan only once. */
export const statementName = (sql: string): string | undefined => names.get(sql)

/** A query that is compiled once a database. */
export type Prepared<Arguments extends readonly unknown[], Row> = {
  (db: Database, ...values: Arguments): Promise<Row[]>
  /** For `together`. */
  query: (db: Database, ...values: Arguments) => CompiledQuery<Row>
}

/**
 * The hot queries need it: compiling takes Kysely longer than running takes SQLite. Arguments must end up
 * in the query as they are, and may not shape it.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Database, ...values: Arguments) => Compilable<Row>,
): Prepared<Arguments, Row> {
  /** By what each open database has of its own. */
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
