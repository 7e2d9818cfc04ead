import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Transacting } from './schema.ts'
import { isBusy } from './sqlite.ts'

const BUSY_PAUSE_MS = 25
/** How long an ordinary write keeps trying while somebody else holds the database. */
export const WRITE_PATIENCE_MS = 2_000

/** The database was held by somebody else for longer than the caller could wait; nothing was written. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/**
 * One transaction, begun anew while the database is busy. Its work awaits nothing but its own
 * statements, all of them through `trx`.
 * @param patience milliseconds
 * @throws StoreBusyError
 */
export async function transaction<T>(
  db: Database,
  work: (trx: Transacting) => Promise<T>,
  patience = WRITE_PATIENCE_MS,
): Promise<T> {
  const begun = performance.now()
  for (;;) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - begun >= patience)
        throw new StoreBusyError('the database is busy', { cause: error })
      await pause(BUSY_PAUSE_MS)
    }
  }
}
