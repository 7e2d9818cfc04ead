/** Process that watches, its position in the alerts, and the last instant at which webhooks could be received. */

import { sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import { databaseNow, forDatabase } from '#server/store/engine/dialect.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { addAbsence, EVERYONE } from './absences.ts'

const WATCHING = 'watching'
const RECEIVING = 'receiving'

/** Another process has the duty by now. */
export class DutyLostError extends Error {}

/**
 * Takes or renews the duty to watch.
 * @param holder id of this process
 * @param lease milliseconds that the duty lasts without a renewal
 * @returns id of the last alert that the rhythms include, '' before the first; null: another process watches
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
  // Saves a write at most calls.
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
          // A longer lease than allowed is from before the clock was set back.
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

/** Gives the duty up, so that another process may watch at once. */
export const leaveDuty = (db: Database, holder: string) =>
  db
    .updateTable('watch_duty')
    .set({ holder: null })
    .where('name', '=', WATCHING)
    .where('holder', '=', holder)
    .execute()

/**
 * Transaction of the watching process, which locks the duty until it ends.
 * @throws DutyLostError if another process already watches
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

/** Last noted instant at which webhooks could be received; null: never noted. Milliseconds UTC. */
export async function lastReceiving(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('watch_duty')
    .select('marked_at')
    .where('name', '=', RECEIVING)
    .executeTakeFirst()
  return row?.marked_at ?? null
}

/** Milliseconds without a mark after which receiving counts as interrupted. */
export const AWAY_AFTER_MS = 2 * 60_000
/** Milliseconds between marks, due every minute, beyond which a one-minute heartbeat may miss two beats too. */
const BEATS_MISSED_AFTER_MS = 65_000
/** Milliseconds after the second missing beat until a heartbeat's alarm. */
export const BEAT_GRACE_MS = 30_000

/**
 * Notes that webhooks can be received now. After a missed mark it postpones the heartbeats' alarms, after a longer
 * pause it also adds an absence, so that no heartbeat and no alert is blamed for that time.
 * @returns whether an absence was added
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
    // Excuse each silence once: with marks that are always late, a missing heartbeat must still be noticed.
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
 * Extends the absences of connections that are switched off; adds one if the connection has watched series.
 * @param since instant of the previous call
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
