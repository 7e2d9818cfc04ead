/** Alarms: a row is written in the transaction of its cause, and sent afterwards. */
import type { Insertable, Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Database, Tables, Transacting } from '#server/store/engine/schema.ts'
import { KEPT_ALARMS, LISTED_ALARMS } from '#shared/limits.ts'

export type AlarmRow = Selectable<Tables['watch_alarms']>
export type NewAlarm = Pick<
  Insertable<Tables['watch_alarms']>,
  'id' | 'user_id' | 'kind' | 'about' | 'title' | 'message' | 'at'
>

/** @param reason why the alarm is shown on the screen only; null: it is to be sent */
export const raiseAlarm = (trx: Transacting, alarm: NewAlarm, reason: string | null) =>
  trx
    .insertInto('watch_alarms')
    .values({
      ...alarm,
      status: reason === null ? 'pending' : 'kept',
      attempts: 0,
      due_at: reason === null ? alarm.at : null,
      settled_at: reason === null ? null : alarm.at,
      reason,
      was_normal: 0,
    })
    .execute()

/** Newest first. */
export const listAlarms = (owner: Owner) => newest(owner).limit(LISTED_ALARMS).execute()

/** Alarms about one series or heartbeat, newest first. */
export const alarmsAbout = (owner: Owner, about: string, most: number) =>
  newest(owner).where('about', '=', about).limit(most).execute()

const newest = ({ db, userId }: Owner) =>
  db
    .selectFrom('watch_alarms')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')

export const readAlarm = ({ db, userId }: Owner, id: string) =>
  db
    .selectFrom('watch_alarms')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Number of fall alarms since an instant, and how many of them the owner marked as normal. */
export async function countFalls(
  { db, userId }: Owner,
  since: number,
): Promise<{ told: number; wereNormal: number }> {
  const { told, wereNormal } = await db
    .selectFrom('watch_alarms')
    .select(({ fn }) => [
      fn.countAll<number>().as('told'),
      fn.sum<number | null>('was_normal').as('wereNormal'),
    ])
    .where('user_id', '=', userId)
    .where('kind', '=', 'fall')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return { told, wereNormal: Number(wereNormal ?? 0) }
}

/** Marks a fall alarm as normal. @returns false if it already was, or does not exist */
export async function markNormal({ db, userId }: OwnerTransacting, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('watch_alarms')
    .set({ was_normal: 1 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('kind', '=', 'fall')
    .where('was_normal', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a batch of alarms beyond the newest `KEPT_ALARMS`. @returns their number; 0 once all are trimmed */
export async function trimAlarms(trx: Transacting, userId: string): Promise<number> {
  const tooMany = trx
    .selectFrom('watch_alarms')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .offset(KEPT_ALARMS)
  const { numDeletedRows } = await trx
    .deleteFrom('watch_alarms')
    .where('id', 'in', tooMany)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Accounts whose alarms are sent at a time. */
const MOST_ACCOUNTS = 20
/** Alarms per message. */
const MOST_TOGETHER = 200

/** Accounts with due alarms, longest waiting first. */
export async function accountsToTell(db: Database, now: number): Promise<string[]> {
  // The inner limit makes both databases walk the due alarms instead of all.
  const due = db
    .selectFrom('watch_alarms')
    .select(['user_id', 'due_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(MOST_ACCOUNTS * KEPT_ALARMS)
  const rows = await db
    .selectFrom(due.as('due'))
    .select('user_id')
    .groupBy('user_id')
    .orderBy(({ fn }) => fn.min('due_at'))
    .limit(MOST_ACCOUNTS)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Oldest first. */
export const dueAlarmsOf = (db: Database, userId: string, now: number): Promise<AlarmRow[]> =>
  db
    .selectFrom('watch_alarms')
    .selectAll()
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .orderBy('id')
    .limit(MOST_TOGETHER)
    .execute()

/**
 * Marks alarms as being sent; of several processes that claim the same alarm, one gets it.
 * @param until end of the claim; unsettled alarms are due again then
 */
export async function claimAlarms(
  db: Database,
  rows: readonly AlarmRow[],
  until: number,
): Promise<AlarmRow[]> {
  const claimed = await db
    .updateTable('watch_alarms')
    .set(eb => ({ status: 'sending', attempts: eb('attempts', '+', 1), due_at: until }))
    .where(eb =>
      eb.or(
        rows.map(({ id, status, attempts, due_at }) => eb.and({ id, status, attempts, due_at })),
      ),
    )
    .returningAll()
    .execute()
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Stores the outcome of alarms, unless another process has claimed them by now.
 * @param isSurelyUnsent does not count the last attempt: only attempts that may have arrived count
 */
export async function settleAlarms(
  trx: Transacting,
  rows: readonly AlarmRow[],
  outcome: Partial<Pick<AlarmRow, 'status' | 'due_at' | 'settled_at' | 'reason'>>,
  isSurelyUnsent = false,
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .updateTable('watch_alarms')
    .set(eb => ({ ...outcome, ...(isSurelyUnsent && { attempts: eb('attempts', '-', 1) }) }))
    .where(eb => eb.or(rows.map(({ id, status, attempts }) => eb.and({ id, status, attempts }))))
    .execute()
}
