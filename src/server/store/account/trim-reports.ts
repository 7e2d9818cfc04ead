import type { Logger } from 'pino'
import { repeat } from '#server/base/repeat.ts'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'

/** The newest that an account keeps: ten times what the bell lists, and a thousand pages. */
const KEPT = { notifications: 500, error_logs: 10_000 } as const

const HOUR_MS = 3_600_000
/** Other writers have their turn in between. */
const REST_MS = 10

/** Once an hour deletes what accounts have too many of, notifications and error logs, one after the other. */
export function startTrimming(db: Database, log: Logger): AsyncDisposable {
  let last = ''
  async function step(): Promise<boolean> {
    const before = last
    const userId = await accountAfter(db, before)
    // One that fails has its turn again after all others.
    last = userId ?? ''
    if (userId === undefined) return false
    const deleted = await transaction(db, trx => trimReports(trx, userId))
    if (deleted > 0) last = before
    return true
  }
  return repeat(step, {
    every: HOUR_MS,
    rest: REST_MS,
    onError: error => log.warn({ err: error }, 'old notifications and errors are deleted later'),
  })
}

async function accountAfter(db: Database, last: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '>', last)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
}

/** One batch of each. @returns how many it deleted: none when all is in order */
export async function trimReports(trx: Transacting, userId: string): Promise<number> {
  let deleted = 0n
  for (const table of ['notifications', 'error_logs'] as const) {
    const tooMany = trx
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('timestamp', 'desc')
      .limit(BATCH_SIZE)
      .offset(KEPT[table])
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where('id', 'in', tooMany)
      .executeTakeFirstOrThrow()
    deleted += numDeletedRows
  }
  return Number(deleted)
}
