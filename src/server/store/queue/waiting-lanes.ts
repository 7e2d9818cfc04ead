/** Waiting deliveries, for the screens: by connection, at the head of lanes, and the place of one alert. */
import { type RawBuilder, sql } from 'kysely'
import { belongsTo, databaseNow, forDatabase, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { hasTombstone, lastTombstone } from '#server/store/rows/tombstones.ts'

/** A connection, how many of its alerts wait (counted to a bound), and the first of them. */
export type ConnectionWaiting = Awaited<ReturnType<typeof waitingByConnection>>[number]

/** @param options.most limit of the count; `botId`: only its connections */
export const waitingByConnection = (
  { db, userId }: Owner,
  { most, botId }: { most: number; botId?: string },
) => {
  // Starts behind the last cancelled delivery, however many are cancelled.
  const waiting = sql`from deliveries
    where deliveries.user_id = ${userId} and deliveries.connection_id = connections.id
      and deliveries.seq > ${lastTombstone(userId, sql.ref('connections.id'))}`
  const counted = sql`select 1 ${waiting} limit ${sql.lit(most)}`
  const ofAll = db
    .selectFrom('connections')
    .select(['id', 'name', 'is_active', 'lane', 'telegram_bot_token_tail', 'group_bursts'])
    .select([
      sql<number | null>`(select min(deliveries.seq) ${waiting})`.as('first_seq'),
      sql<number>`(select count(*) from (${counted}) as counted)`.as('waiting'),
    ])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
  return (botId === undefined ? ofAll : ofAll.where('bot_id', '=', botId)).execute()
}

/** A delivery at the head of a lane, with its waits. */
export type LaneHead = Awaited<ReturnType<typeof readHeads>>[number]

/** @param seqs of the first deliveries of lanes */
export const readHeads = ({ db, userId }: Owner, seqs: readonly number[]) =>
  db
    .selectFrom(
      rowsFromJson<{ seq: number }>(db, JSON.stringify(seqs.map(seq => ({ seq }))), {
        seq: 'bigint',
      }).as('given'),
    )
    .innerJoin('deliveries', 'deliveries.seq', 'given.seq')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .innerJoin('connections', 'connections.id', 'deliveries.connection_id')
    .leftJoin('lanes', 'lanes.lane', 'connections.lane')
    .leftJoin('bots', 'bots.bot_id', 'connections.bot_id')
    .select([
      'deliveries.seq',
      'connections.lane',
      'deliveries.attempts',
      'deliveries.due_at',
      'deliveries.due_wait',
      'deliveries.in_flight',
      'alerts.error_reason',
      'lanes.waits_until as lane_waits_until',
      'lanes.wait as lane_wait',
      'bots.waits_until as bot_waits_until',
      'bots.wait as bot_wait',
      'bots.worker',
      'bots.silent_since',
      'bots.silent_seen',
      waitsSince.as('since'),
      sql<number>`coalesce(octet_length(alerts.message_text), octet_length(alerts.payload))`.as(
        'bytes',
      ),
    ])
    .where(belongsTo(db, 'deliveries.user_id', userId))
    .execute()

/**
 * Place of an alert that is still to be sent: its lane, since when it waits, and the number of deliveries ahead
 * of it, counted up to `most`. Undefined if it is not to be sent.
 */
export const readPlace = ({ db, userId }: Owner, alertId: string, most: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .innerJoin('connections', 'connections.id', 'deliveries.connection_id')
    .select(['deliveries.seq', 'connections.lane', waitsSince.as('since')])
    .select(
      sql<number>`(select count(*) from (select 1 from deliveries as ahead
        where ahead.lane = deliveries.lane and ahead.seq < deliveries.seq
          and ahead.seq > ${lastTombstone(userId, sql.ref('ahead.connection_id'))}
        limit ${sql.lit(most)}) as counted)`.as('ahead'),
    )
    .where('deliveries.alert_id', '=', alertId)
    .where(belongsTo(db, 'deliveries.user_id', userId))
    .where(sql<boolean>`not ${hasTombstone}`)
    .executeTakeFirst()

/**
 * For each connection: the number of alerts that have waited since `before` (milliseconds UTC) or longer, the
 * last of them, and the first younger one. Reads all waiting deliveries.
 * @param lane only this lane; without it, all lanes
 */
export const waitingUpTo = (
  { db, userId }: Owner,
  { lane, before }: { lane?: string; before: number },
) => {
  const isOld = sql`${waitsSince} <= ${before}`
  const ofAll = db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select('deliveries.connection_id as id')
    .select([
      sql<number>`count(case when ${isOld} then 1 end)`.as('waiting'),
      sql<number | null>`max(case when ${isOld} then deliveries.seq end)`.as('last_old'),
      sql<number | null>`min(case when not ${isOld} then deliveries.seq end)`.as('first_young'),
    ])
    .where('deliveries.user_id', '=', userId)
    .where(sql<boolean>`not ${hasTombstone}`)
    .groupBy('deliveries.connection_id')
  return (lane === undefined ? ofAll : ofAll.where('deliveries.lane', '=', lane)).execute()
}

/** Time since which an alert waits: its latest resend, else its arrival. */
const waitsSince: RawBuilder<number> = sql`coalesce(alerts.resent_at, alerts.received_at)`

/** Ids of the processes that deliver now, by PostgreSQL's clock; null on SQLite, where only one delivers. */
export const deliveringProcesses = (db: Database): Promise<ReadonlySet<string> | null> =>
  forDatabase<() => Promise<ReadonlySet<string> | null>>(db, {
    sqlite: async () => null,
    postgres: async () => {
      const rows = await db
        .selectFrom('workers')
        .select('id')
        .where('alive_until', '>', databaseNow)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
  })()
