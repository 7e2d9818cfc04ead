import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { readSealed, replaceSealed, type SealedColumn, sealedColumns } from './sealed-columns.ts'

/** Values per statement. */
const BATCH = 100
/** Milliseconds between batches, for other writers. */
const REST_MS = 5
/** Milliseconds for which one batch keeps trying while the database is busy. */
const PATIENCE_MS = 30_000

export type SealedAnew = { column: SealedColumn; sealedAnew: number; unopened: number }

/**
 * Seals everything with the current key while other processes work, pass after pass until all values of older
 * keys are replaced. Finished batches survive an interruption.
 * @param onProgress called after each batch
 * @returns for each column the number of values sealed anew, and of values that no key opens, which stay as they are
 * @throws StoreBusyError when the database stays busy
 */
export async function sealAnew(
  db: Database,
  box: SecretBox,
  onProgress: (column: SealedColumn, sealedAnew: number) => void = () => {},
): Promise<SealedAnew[]> {
  const all: SealedAnew[] = []
  for (const column of sealedColumns) {
    let sealedAnew = 0
    for (;;) {
      const pass = await walk(db, column, box, replaced => {
        sealedAnew += replaced
        onProgress(column, sealedAnew)
      })
      if (pass.found > 0) continue
      all.push({ column, sealedAnew, unopened: pass.unopened })
      break
    }
  }
  return all
}

/** @returns how many values of an older key it found, whether or not they were replaced in time */
async function walk(
  db: Database,
  column: SealedColumn,
  box: SecretBox,
  onReplaced: (count: number) => void,
): Promise<{ found: number; unopened: number }> {
  let [found, unopened, last] = [0, 0, '']
  for (;;) {
    const values = await readSealed(db, column, last, BATCH)
    const others = values.filter(({ sealed }) => !box.isCurrent(sealed))
    const opened = others.flatMap(value => {
      const sealedAnew = sealAgain(value.sealed, box)
      return sealedAnew === null ? [] : { ...value, sealedAnew }
    })
    found += opened.length
    unopened += others.length - opened.length
    if (opened.length > 0) {
      const replaced = await transaction(db, trx => replaceSealed(trx, column, opened), {
        patience: PATIENCE_MS,
      })
      onReplaced(replaced)
      await clock.pause(REST_MS)
    }
    if (values.length < BATCH) return { found, unopened }
    last = values.at(-1)?.key ?? last
  }
}

/** @returns null if no key opens it */
function sealAgain(sealed: string, box: SecretBox): string | null {
  try {
    return box.encrypt(box.decrypt(sealed))
  } catch {
    return null
  }
}
