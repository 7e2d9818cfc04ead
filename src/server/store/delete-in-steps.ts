import { type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { StoreBusyError } from './store-busy-error.ts'
import { transaction } from './transaction.ts'

const STEP = 500
/** How often a step is begun anew while the database does not take it: half of it is no use. */
const LARGEST_TRIES = 10

/**
 * Deletes however many rows without keeping others from writing, or anything else from happening,
 * for long.
 * @param key what tells a row of the table apart from all others
 * @returns how many there were; what is in doubt is done again, and not counted
 * @throws StoreBusyError when the database stays busy
 */
export async function deleteInSteps(
  db: Database,
  name: string,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<number> {
  const [table, columns] = [sql.table(name), sql.join(key.map(column => sql.ref(column)))]
  // With the condition outside as well, SQLite would walk through all that it holds for.
  const step = sql`delete from ${table} where (${columns}) in
    (select ${columns} from ${table} where ${condition} limit ${sql.lit(STEP)})`
  let all = 0
  for (let tries = 1; ; ) {
    try {
      const { numAffectedRows = 0n } = await transaction(db, trx => step.execute(trx))
      if (numAffectedRows === 0n) return all
      all += Number(numAffectedRows)
      tries = 1
    } catch (error) {
      if (!(error instanceof StoreBusyError) || tries === LARGEST_TRIES) throw error
      tries += 1
    }
    // Whoever only awaits SQLite leaves no turn to timers and sockets.
    await new Promise(setImmediate)
  }
}
