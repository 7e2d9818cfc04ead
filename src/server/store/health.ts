/** Checks that the database answers and accepts writes. */
import { clock } from '#server/base/clock.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import type { Database } from './engine/schema.ts'
import { transaction } from './engine/transaction.ts'

/** Milliseconds for which a result is reused: the check is public, and each one costs a write. */
const GOOD_FOR_MS = 5_000

/**
 * Creates a check that the database accepts writes.
 * @returns a function that writes a setting, at most once in 5 seconds, and rejects with the error of that write
 */
export function createWriteProbe(db: Database): () => Promise<void> {
  let latest: { at: number; written: Promise<void> } | undefined
  return () => {
    const now = clock.monotonic()
    if (!latest || now - latest.at > GOOD_FOR_MS) latest = { at: now, written: write(db) }
    return latest.written
  }
}

const write = (db: Database): Promise<void> =>
  transaction(db, async trx => {
    await writeSetting(trx, 'written-at', new Date(clock.now()).toISOString())
  })

/** @throws when the database does not answer */
export const ping = (db: Database) => db.selectFrom('settings').select('name').limit(1).execute()
