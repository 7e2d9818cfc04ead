import { clock } from '#server/base/clock.ts'
import { advisoryLock } from './dialect.ts'
import type { Database, Transacting } from './schema.ts'
import {
  RowBusyError,
  StoreAwayError,
  StoreBusyError,
  StoreFullError,
  WriteInDoubtError,
} from './store-errors.ts'

const PAUSE_MS = 25
/** How long an ordinary write is retried while the database does not accept it. */
export const WRITE_PATIENCE_MS = 2_000

export type Waits = {
  /** Milliseconds for which the transaction is retried. */
  patience?: number | undefined
  /** Whether the transaction is retried while another one holds a row, instead of failing at once. */
  waitsForRows?: boolean
}

/**
 * Runs a transaction, and repeats it while the database is busy or away. `work` awaits only its own statements,
 * all of them through `trx`.
 * @throws StoreBusyError once its patience has run out; WriteInDoubtError and StoreFullError at once
 */
export async function transaction<T>(
  db: Database,
  work: (trx: Transacting) => Promise<T>,
  { patience = WRITE_PATIENCE_MS, waitsForRows = true }: Waits = {},
): Promise<T> {
  const begun = clock.monotonic()
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
      if (!(error instanceof StoreBusyError) || error instanceof StoreFullError) throw error
      if (error instanceof WriteInDoubtError) throw error
      if (!waitsForRows && error instanceof RowBusyError) throw error
      if (clock.monotonic() - begun >= patience) throw error
      await clock.pause(PAUSE_MS)
    }
  }
}

/**
 * Runs a transaction that holds the lock `what`. Within this process it waits for its turn before it takes one of
 * the few connections to the database.
 * @param patience milliseconds
 * @throws StoreBusyError once its patience has run out; WriteInDoubtError and StoreFullError at once
 */
export async function lockedTransaction<T>(
  db: Database,
  what: string,
  work: (trx: Transacting) => Promise<T>,
  patience = WRITE_PATIENCE_MS,
): Promise<T> {
  const asked = clock.monotonic()
  const alone = async (trx: Transacting) => {
    await advisoryLock(trx, what)
    return await work(trx)
  }
  return await inTurn(db, what, () => {
    const left = patience - (clock.monotonic() - asked)
    if (left <= 0) throw new StoreBusyError('those before it take too long')
    return transaction(db, alone, { patience: left })
  })
}

/** Last transaction in the queue of each lock, by database. */
const lastInTurn = new WeakMap<Database, Map<string, Promise<unknown>>>()

async function inTurn<T>(db: Database, what: string, work: () => Promise<T>): Promise<T> {
  const last = lastInTurn.get(db) ?? new Map<string, Promise<unknown>>()
  lastInTurn.set(db, last)
  const mine = Promise.allSettled([last.get(what)]).then(work)
  last.set(what, mine)
  try {
    return await mine
  } finally {
    if (last.get(what) === mine) last.delete(what)
  }
}
