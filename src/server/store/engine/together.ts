import type { CompiledQuery } from 'kysely'
import { databaseType } from './dialect.ts'
import type { Transacting } from './schema.ts'
import { batchOf } from './sqlite-turn.ts'

type Queries<Rows extends readonly unknown[]> = {
  [Place in keyof Rows]: CompiledQuery<Rows[Place]>
}
type Results<Rows extends readonly unknown[]> = { [Place in keyof Rows]: Rows[Place][] }

/**
 * Runs queries of a transaction that need not wait for each other's rows: they are sent at once, in their order.
 * Alone, each would wait for the answer to the previous one.
 */
export type Together = <Rows extends readonly unknown[]>(
  trx: Transacting,
  ...queries: Queries<Rows>
) => Promise<Results<Rows>>

export const together: Together = (trx, ...queries) => execute(trx, queries, false)

/** The last queries of a transaction: SQLite commits it with them, and accepts no others. */
export const lastly: Together = (trx, ...queries) => execute(trx, queries, true)

/**
 * Runs the last queries of a transaction if the condition gives a row.
 * @returns null if it gives no row: the queries have not run, and the transaction continues
 */
export async function lastlyIf<Rows extends readonly unknown[]>(
  trx: Transacting,
  condition: CompiledQuery,
  ...queries: Queries<Rows>
): Promise<Results<Rows> | null> {
  if (databaseType(trx) === 'postgres') {
    const { rows } = await trx.executeQuery(condition)
    return rows.length === 0 ? null : execute<Rows>(trx, queries, true)
  }
  const batch = batchOf([condition, ...queries], { commits: true, isCondition: true })
  const [, ...results] = (await trx.executeQuery(batch)).rows
  return results.length === 0 ? null : (results as unknown as Results<Rows>)
}

async function execute<Rows extends readonly unknown[]>(
  trx: Transacting,
  queries: Queries<Rows>,
  commits: boolean,
): Promise<Results<Rows>> {
  if (databaseType(trx) === 'postgres') return executeEach(trx, queries)
  const { rows } = await trx.executeQuery(batchOf(queries, { commits, isCondition: false }))
  return rows as unknown as Results<Rows>
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
