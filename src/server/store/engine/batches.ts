import { type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { StoreBusyError } from './store-errors.ts'
import { transaction } from './transaction.ts'

/** Rows of one transaction, between which others have their turn. */
export const BATCH_SIZE = 500
/** How often a step is begun anew while the database does not take it: half of it is no use. */
const LARGEST_TRIES = 10

/** Which rows of which table. @param key what tells a row of the table apart from all others */
type Rows = { table: string; key: readonly string[]; condition: RawBuilder<unknown> }

/**
 * Deletes however many rows without keeping others from writing, or anything else from happening,
 * for long.
 * @returns how many there were; what is in doubt is done again, and not counted
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

/** @returns how many it deleted: fewer than `limit` when none are left */
export async function deleteBatch(
  db: Database,
  { table, key, condition }: Rows,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  // With the condition outside as well, SQLite would walk through all that it holds for.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${columns}) in
      (select ${columns} from ${sql.table(table)} where ${condition} limit ${sql.lit(limit)})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/**
 * One step after the other, between which timers and sockets have their turn.
 * @param step tells whether there may be more to do
 * @throws StoreBusyError when the database stays busy
 */
export async function runBatches(step: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; ) {
    try {
      if (!(await step())) return
      tries = 1
    } catch (error) {
      if (!(error instanceof StoreBusyError) || tries === LARGEST_TRIES) throw error
      tries += 1
    }
    // Whoever only awaits SQLite leaves no turn to timers and sockets.
    await new Promise(setImmediate)
  }
}

export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += BATCH_SIZE)
    yield items.slice(from, from + BATCH_SIZE)
}
