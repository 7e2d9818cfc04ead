import type { CompiledQuery } from 'kysely'
import { databaseType } from './dialect.ts'
import type { Transacting } from './schema.ts'
import { batchOf } from './sqlite-dialect.ts'

type Queries<Rows extends readonly unknown[]> = {
  [Place in keyof Rows]: CompiledQuery<Rows[Place]>
}
type Results<Rows extends readonly unknown[]> = { [Place in keyof Rows]: Rows[Place][] }

/**
 * Queries of a transaction that need not wait for each other's rows: they leave at once, in their order.
 * Alone, each would wait for the answer of the one before it.
 */
export type Together = <Rows extends readonly unknown[]>(
  trx: Transacting,
  ...queries: Queries<Rows>
) => Promise<Results<Rows>>

export const together: Together = (trx, ...queries) => execute(trx, queries, false)

/** The last queries of a transaction: SQLite commits it with them, and it takes no others. */
export const lastly: Together = (trx, ...queries) => execute(trx, queries, true)

async function execute<Rows extends readonly unknown[]>(
  trx: Transacting,
  queries: Queries<Rows>,
  commits: boolean,
): Promise<Results<Rows>> {
  if (databaseType(trx) === 'postgres') return executeEach(trx, queries)
  const { rows } = await trx.executeQuery(batchOf(queries, commits))
  return rows as Results<Rows>
}

function executeEach<Rows extends readonly unknown[]>(
  trx: Transacting,
  queries: Queries<Rows>,
): Promise<Results<Rows>> {
  const executor = trx.getExecutor()
  return executor.provideConnection(async connection => {
    const lent = executor.withConnectionProvider({ provideConnection: use => use(connection) })
    const results = await Promise.all(queries.map(query => lent.executeQuery(query)))
    return results.map(({ rows }) => rows) as Results<Rows>
  })
}
