import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

/** Stands in a compiled query where the value of an argument goes. */
class Argument {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A query that is compiled once. The hot ones need it: compiling takes Kysely longer than running
 * takes SQLite. Arguments must end up in the query as they are, and may not shape it.
 */
export function prepared<Arguments extends readonly unknown[], Row>(
  build: (db: Database, ...values: Arguments) => Compilable<Row>,
): (db: Database, ...values: Arguments) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= build(db, ...placeholders<Arguments>(build.length - 1)).compile()
    const parameters = compiled.parameters.map(value =>
      value instanceof Argument ? values[value.index] : value,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

const placeholders = <Arguments extends readonly unknown[]>(count: number) =>
  Array.from({ length: count }, (_, index) => new Argument(index)) as unknown as Arguments
