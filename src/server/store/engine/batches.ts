import { type RawBuilder, sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import type { Database } from './schema.ts'
import { StoreBusyError } from './store-errors.ts'
import { transaction } from './transaction.ts'

/** Rows per statement or transaction: databases limit the number of values, and other work runs in between. */
export const BATCH_SIZE = 500
/** How often a batch is tried while the database is busy. */
const MAX_TRIES = 10

/** Rows of a table that match `condition`. @param key columns that identify a row */
type Rows = { table: string; key: readonly string[]; condition: RawBuilder<unknown> }

/**
 * Deletes any number of rows in batches, which block other work only for a moment.
 * @returns number of deleted rows; a batch in doubt is repeated and not counted
 * @throws StoreBusyError when the database stays busy
 */
export async function deleteInBatches(db: Database, rows: Rows): Promise<number> {
  let all = 0
  await runBatches(async () => {
    const deleted = await transaction(db, trx => deleteBatch(trx, rows, BATCH_SIZE))
    all += deleted
    return deleted > 0
  })
  return all
}

/** @returns number of deleted rows: less than `limit` once all are deleted */
export async function deleteBatch(
  db: Database,
  { table, key, condition }: Rows,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  // With the condition in the outer query as well, SQLite would scan all rows that match it.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${columns}) in
      (select ${columns} from ${sql.table(table)} where ${condition} limit ${sql.lit(limit)})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/**
 * Runs batches one after the other; timers and sockets have their turn in between.
 * @param step idempotent; resolves to true if there may be more to do
 * @throws StoreBusyError when the database stays busy
 */
export async function runBatches(step: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; ) {
    try {
      if (!(await step())) return
      tries = 1
    } catch (error) {
      if (!(error instanceof StoreBusyError) || tries === MAX_TRIES) throw error
      tries += 1
    }
    // Awaiting SQLite alone leaves no turn to timers and sockets.
    await clock.turn()
  }
}

export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += BATCH_SIZE)
    yield items.slice(from, from + BATCH_SIZE)
}
