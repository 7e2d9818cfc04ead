import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Transacting } from './schema.ts'
import { isBusy } from './sqlite.ts'
import {
  RowBusyError,
  StoreAwayError,
  StoreBusyError,
  WriteInDoubtError,
} from './store-busy-error.ts'

const PAUSE_MS = 25
/** How long an ordinary write keeps trying while the database does not take it. */
export const WRITE_PATIENCE_MS = 2_000

/**
 * One transaction, begun anew while the database is busy or away. Its work awaits nothing but its
 * own statements, all of them through `trx`.
 * @param patience milliseconds
 * @param isGroup whether it is given up at once for a row that somebody holds, so that whoever needs
 *   that row can wait for it alone
 * @throws StoreBusyError, and the WriteInDoubtError among them at once
 */
export async function transaction<T>(
  db: Database,
  work: (trx: Transacting) => Promise<T>,
  patience = WRITE_PATIENCE_MS,
  isGroup = false,
): Promise<T> {
  const begun = performance.now()
  for (;;) {
    let isWorkDone = false
    try {
      return await db.transaction().execute(async trx => {
        const result = await work(trx)
        isWorkDone = true
        return result
      })
    } catch (error) {
      if (isWorkDone && error instanceof StoreAwayError)
        throw new WriteInDoubtError('the database went away at the commit', { cause: error })
      if (!isBusy(error) && !(error instanceof StoreBusyError)) throw error
      if (isGroup && error instanceof RowBusyError) throw error
      if (performance.now() - begun >= patience)
        throw error instanceof StoreBusyError
          ? error
          : new StoreBusyError('the database is busy', { cause: error })
      await pause(PAUSE_MS)
    }
  }
}
