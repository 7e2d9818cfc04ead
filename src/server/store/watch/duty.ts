/** Who of all processes watches, how far it has come, and when webhooks could last be taken. */

import { sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import { databaseNow, forDatabase } from '#server/store/engine/dialect.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { addAbsence, EVERYONE } from './absences.ts'

const WATCHING = 'watching'
const RECEIVING = 'receiving'

/** The duty is another process's by now. */
export class DutyLostError extends Error {}

/**
 * @param holder of this process
 * @param lease so long it goes on watching after it last said so; milliseconds
 * @returns up to which alert is learned; null: another process watches
 */
export async function takeDuty(
  db: Database,
  holder: string,
  lease: number,
): Promise<string | null> {
  const now = forDatabase(db, { sqlite: sql<number>`${clock.now()}`, postgres: databaseNow })
  const until = sql<number>`${now} + ${sql.lit(lease)}`
  const held = await db
    .selectFrom('watch_duty')
    .select(['cursor', sql<number>`held_until - ${now}`.as('left')])
    .where('name', '=', WATCHING)
    .where('holder', '=', holder)
    .executeTakeFirst()
  // Every look would be a write otherwise.
  if (held && held.left > lease / 2 && held.left <= lease) return held.cursor
  const take = () =>
    db
      .updateTable('watch_duty')
      .set({ holder, held_until: until })
      .where('name', '=', WATCHING)
      .where(({ eb, or, not, between }) =>
        or([
          eb('holder', 'is', null),
          eb('holder', '=', holder),
          // No lease lasts longer than it may, also where the clock was set back.
          not(between('held_until', now, until)),
        ]),
      )
      .returning('cursor')
      .executeTakeFirst()
  const taken = await take()
  if (taken) return taken.cursor
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('watch_duty')
    .values({ name: WATCHING, holder: null, held_until: 0, marked_at: null, cursor: '' })
    .onConflict(conflict => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows ? ((await take())?.cursor ?? null) : null
}

/** Another process may watch at once. */
export const leaveDuty = (db: Database, holder: string) =>
  db
    .updateTable('watch_duty')
    .set({ holder: null })
    .where('name', '=', WATCHING)
    .where('holder', '=', holder)
    .execute()

/**
 * A transaction of the process that watches: no other one does before it ends.
 * @throws DutyLostError when another one does already
 */
export const onDuty = <T>(
  db: Database,
  holder: string,
  work: (trx: Transacting) => Promise<T>,
): Promise<T> =>
  transaction(db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('watch_duty')
      .set({ holder })
      .where('name', '=', WATCHING)
      .where('holder', '=', holder)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new DutyLostError('another process watches')
    return work(trx)
  })

export const moveCursor = (trx: Transacting, cursor: string) =>
  trx.updateTable('watch_duty').set({ cursor }).where('name', '=', WATCHING).execute()

/** When webhooks could last be taken, as far as that was noted; null: never. Milliseconds UTC. */
export async function lastReceiving(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('watch_duty')
    .select('marked_at')
    .where('name', '=', RECEIVING)
    .executeTakeFirst()
  return row?.marked_at ?? null
}

/** After so long without a mark nothing could be received. Milliseconds. */
export const AWAY_AFTER_MS = 2 * 60_000
/** A mark is a minute old at most: one that is older was missed, and two beats of a minute may have been with it. */
const BEATS_MISSED_AFTER_MS = 65_000
/** Beyond the two beats that may be missing. */
export const BEAT_GRACE_MS = 30_000

/**
 * Notes that webhooks can be taken now, and since when they could not where that is a while: no alert and no
 * heartbeat is blamed for that time.
 * @returns whether there was such a while
 */
export const markReceiving = (db: Database, now: number): Promise<boolean> =>
  transaction(db, async trx => {
    const before = await trx
      .selectFrom('watch_duty')
      .select('marked_at')
      .where('name', '=', RECEIVING)
      .executeTakeFirst()
    await trx
      .insertInto('watch_duty')
      .values({ name: RECEIVING, holder: null, held_until: 0, marked_at: now, cursor: '' })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ marked_at: now }))
      .execute()
    const since = before?.marked_at ?? now
    if (now - since <= BEATS_MISSED_AFTER_MS) return false
    const isAway = now - since > AWAY_AFTER_MS
    // A start excuses each silence once: where marks are always late, a heartbeat is missed all the same.
    const isUnexcused = sql<boolean>`alarm_at <= last_at + ${BEAT_GRACE_MS} + 120000 * every_minutes`
    await trx
      .updateTable('heartbeats')
      .set({
        alarm_at: sql<number>`cast(${now + BEAT_GRACE_MS} as bigint) + 120000 * every_minutes`,
      })
      .where('alarm_at', 'is not', null)
      .$if(!isAway, query => query.where(isUnexcused))
      .execute()
    if (!isAway) return false
    await addAbsence(trx, { whose: EVERYONE, from_at: since, to_at: now })
    return true
  })

/**
 * Notes that nothing is taken of connections that are switched off.
 * @param since when that was last noted
 */
export const markInactive = (db: Database, since: number, now: number): Promise<void> =>
  transaction(db, async trx => {
    await sql`
      update watch_absences set to_at = ${now}
      where to_at >= ${since} and to_at < ${now}
        and whose in (select id from connections where is_active = 0)`.execute(trx)
    await sql`
      insert into watch_absences (whose, from_at, to_at)
      select id, cast(${since} as bigint), cast(${now} as bigint) from connections
      where is_active = 0
        and exists (select 1 from watched_series
          where watched_series.user_id = connections.user_id
            and watched_series.connection_id = connections.id)
        and not exists (select 1 from watch_absences
          where watch_absences.whose = connections.id and to_at >= ${since})
      on conflict do nothing`.execute(trx)
  })
