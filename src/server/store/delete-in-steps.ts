import { type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'
import { transaction } from './transaction.ts'

const STEP = 500

/**
 * Deletes however many rows without keeping others from writing for long.
 * @param key by which its rows are told apart
 * @returns how many there were
 */
export async function deleteInSteps(
  db: Database,
  name: string,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<number> {
  const [table, columns] = [sql.table(name), sql.join(key.map(column => sql.ref(column)))]
  const step = sql`
    delete from ${table} where ${condition} and (${columns}) in
      (select ${columns} from ${table} where ${condition} limit ${sql.lit(STEP)})`
  let all = 0
  for (;;) {
    const { numAffectedRows = 0n } = await transaction(db, trx => step.execute(trx))
    if (numAffectedRows === 0n) return all
    all += Number(numAffectedRows)
  }
}
