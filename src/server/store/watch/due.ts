/** Work that is due by the clock: missing heartbeats, reminders of expiries, and summaries. */
import { sql } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'

/** Rows handled at a time. */
const MOST = 50

const account = [
  'profiles.time_zone',
  'watch_settings.alarms',
  'connections.id as connection_id',
] as const

/** Heartbeats with two missing beats. */
export const missingHeartbeats = (db: Database, now: number) =>
  db
    .selectFrom('heartbeats')
    .innerJoin('profiles', 'profiles.user_id', 'heartbeats.user_id')
    .leftJoin('watch_settings', 'watch_settings.user_id', 'heartbeats.user_id')
    .leftJoin('connections', join =>
      join
        .onRef('connections.id', '=', 'watch_settings.connection_id')
        .onRef('connections.user_id', '=', 'watch_settings.user_id'),
    )
    .selectAll('heartbeats')
    .select(account)
    .where('heartbeats.alarm_at', '<=', now)
    .orderBy('heartbeats.alarm_at')
    .limit(MOST)
    .execute()

/** Marks a heartbeat as silent. @returns false if it has beaten meanwhile */
export async function silenceHeartbeat(
  trx: Transacting,
  { id, alarm_at }: { id: string; alarm_at: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('heartbeats')
    .set({ silent_since: alarm_at, alarm_at: null })
    .where('id', '=', id)
    .where('alarm_at', '=', alarm_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** TV configurations with a due reminder of their expiry. */
export const dueReminders = (db: Database, now: number) =>
  db
    .selectFrom('tv_alert_configs')
    .innerJoin('profiles', 'profiles.user_id', 'tv_alert_configs.user_id')
    .leftJoin('connections as own', join =>
      join
        .onRef('own.id', '=', 'tv_alert_configs.connection_id')
        .onRef('own.user_id', '=', 'tv_alert_configs.user_id'),
    )
    .leftJoin('watch_settings', 'watch_settings.user_id', 'tv_alert_configs.user_id')
    .leftJoin('connections', join =>
      join
        .onRef('connections.id', '=', 'watch_settings.connection_id')
        .onRef('connections.user_id', '=', 'watch_settings.user_id'),
    )
    .select([
      'tv_alert_configs.id',
      'tv_alert_configs.user_id',
      'tv_alert_configs.name',
      'tv_alert_configs.expires_on',
      'tv_alert_configs.remind_at',
      'own.name as connection_name',
      'watch_settings.expiry_reminders',
      ...account,
    ])
    .where('tv_alert_configs.remind_at', '<=', now)
    .orderBy('tv_alert_configs.remind_at')
    .limit(MOST)
    .execute()

/** @returns whether it was still due */
export async function moveReminder(
  trx: Transacting,
  { id, remind_at }: { id: string; remind_at: number | null },
  next: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tv_alert_configs')
    .set({ remind_at: next })
    .where('id', '=', id)
    .where('remind_at', '=', remind_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Milliseconds; longer than any wait for a summary, which is sent once a day, even if a day has 25 hours. */
const FURTHEST_SUMMARY_MS = 50 * 60 * 60_000

/** Accounts whose summary is due, or was scheduled too late by a clock that was ahead. */
export const dueSummaries = (db: Database, now: number) =>
  db
    .selectFrom('watch_settings')
    .leftJoin('profiles', 'profiles.user_id', 'watch_settings.user_id')
    .leftJoin('connections', join =>
      join
        .onRef('connections.id', '=', 'watch_settings.connection_id')
        .onRef('connections.user_id', '=', 'watch_settings.user_id'),
    )
    .select([
      'watch_settings.user_id',
      'watch_settings.summary_time',
      'watch_settings.summary_at',
      ...account,
    ])
    .where(({ eb, or }) =>
      or([eb('summary_at', '<=', now), eb('summary_at', '>', now + FURTHEST_SUMMARY_MS)]),
    )
    .orderBy('watch_settings.summary_at')
    .limit(MOST)
    .execute()

/** @returns whether it was still due */
export async function moveSummary(
  trx: Transacting,
  { user_id, summary_at }: { user_id: string; summary_at: number | null },
  next: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('watch_settings')
    .set({ summary_at: next })
    .where('user_id', '=', user_id)
    .where('summary_at', '=', summary_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Slowest delivery among the alerts received since an instant; null without a delivery. */
export async function slowestDelivery(
  { db, userId }: Owner,
  since: number,
): Promise<{ ms: number; name: string } | null> {
  const row = await db
    .selectFrom('alerts')
    .select(['name', sql<number>`delivered_at - coalesce(resent_at, received_at)`.as('ms')])
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('success'))
    .where('received_at', '>=', since)
    .orderBy('ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ms: row.ms, name: row.name } : null
}

/** Names of quiet series of active connections, most recently quiet first. */
export async function quietNames({ db, userId }: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('watched_series')
    .innerJoin('connections', 'connections.id', 'watched_series.connection_id')
    .select('watched_series.name')
    .where('watched_series.user_id', '=', userId)
    .where('watched_series.state', '=', 'quiet')
    .where('connections.is_active', '=', 1)
    .orderBy('watched_series.state_since', 'desc')
    .execute()
  return rows.map(({ name }) => name)
}

/** Names of TV configurations that expire on the days `from` to `to`, both included, soonest first. */
export async function expiringNames(
  { db, userId }: Owner,
  from: string,
  to: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tv_alert_configs')
    .select('name')
    .where('user_id', '=', userId)
    .where('expires_on', '>=', from)
    .where('expires_on', '<=', to)
    .orderBy('expires_on')
    .execute()
  return rows.map(({ name }) => name)
}
