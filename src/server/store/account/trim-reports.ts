import type { Logger } from 'pino'
import { repeat } from '#server/base/repeat.ts'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { ageLimit } from '#server/store/history/trusted-clock.ts'
import { trimAccountEvents } from '#server/store/rows/account-events.ts'
import { deleteEndedSessions } from '#server/store/rows/sessions.ts'
import { trimAlarms } from '#server/store/watch/alarms.ts'
import { KEPT_NOTIFICATIONS } from '#shared/limits.ts'

/** Newest rows kept of each account. */
const KEPT = { notifications: KEPT_NOTIFICATIONS, error_logs: 10_000 } as const

const EVENTS_KEPT_DAYS = 90
/** Days after their end, in case a clock was set wrong. */
const SESSIONS_KEPT_DAYS = 1

const HOUR_MS = 3_600_000
/** Milliseconds between batches, for other writers. */
const REST_MS = 10

/**
 * Once an hour deletes surplus notifications, error logs, account events and alarms, events older than 90 days, and
 * ended sessions, one account after the other.
 */
export function startTrimming(db: Database, log: Logger): AsyncDisposable {
  let last = ''
  async function step(): Promise<boolean> {
    const previous = last
    const userId = await accountAfter(db, previous)
    // An account that fails gets its next turn after all others.
    last = userId ?? ''
    if (userId === undefined) return false
    const before = await ageLimit(db, EVENTS_KEPT_DAYS)
    const ended = await ageLimit(db, SESSIONS_KEPT_DAYS)
    const deleted = await transaction(
      db,
      async trx =>
        (await trimReports(trx, userId)) +
        (await trimAlarms(trx, userId)) +
        (await trimAccountEvents(trx, userId, before)) +
        (await deleteEndedSessions(trx, userId, ended)),
    )
    if (deleted > 0) last = previous
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

/** Deletes a batch of surplus notifications and one of error logs. @returns number of deleted rows; 0: all trimmed */
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
