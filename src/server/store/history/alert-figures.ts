/** Figures of the history that are not kept as counts. */
import { sql } from 'kysely'
import { forDatabase } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { isDelivered, isSettled } from '#server/store/rows/alerts.ts'
import { TIMED_DELIVERIES, TIMED_DELIVERIES_OF_EACH } from '#shared/limits.ts'
import { percentile } from '#shared/stats.ts'
import { alertsFound, hasGaps } from './alert-criteria.ts'

/** Milliseconds from arrival to delivery of a connection's latest deliveries, without resent alerts. */
export async function latestDeliveryTimes(owner: Owner, connectionId: string): Promise<number[]> {
  const rows = await owner.db
    .selectFrom('alerts')
    .select(eb => eb('delivered_at', '-', eb.ref('received_at')).as('ms'))
    .where('user_id', '=', owner.userId)
    .where('connection_id', '=', connectionId)
    .where(isDelivered)
    .where('resent_at', 'is', null)
    .orderBy('delivered_at', 'desc')
    .limit(TIMED_DELIVERIES)
    .execute()
  return rows.map(row => Number(row.ms))
}

/** Median of each connection's latest delivery times in milliseconds, without resent alerts, by connection id. */
export async function usualTimes({ db, userId }: Owner): Promise<Map<string, number>> {
  const times = forDatabase(db, {
    sqlite: sql`json_group_array(ms)`,
    postgres: sql`json_agg(ms)::text`,
  })
  const { rows } = await sql<{ id: string; times: string | null }>`
    select id, (
      select ${times} from (
        select delivered_at - received_at as ms from alerts
        where alerts.user_id = ${userId} and alerts.connection_id = connections.id
          and ${isDelivered} and resent_at is null
        order by delivered_at desc limit ${sql.lit(TIMED_DELIVERIES_OF_EACH)}
      ) as latest
    ) as times from connections where user_id = ${userId}`.execute(db)
  return new Map(
    rows.flatMap(({ id, times }) => {
      const sorted = (JSON.parse(times ?? '[]') as number[]).sort((a, b) => a - b)
      const p50 = percentile(sorted, 0.5)
      return p50 === null ? [] : [[id, p50] as const]
    }),
  )
}

/** Number of delivered alerts, misfits left out, that lacked a value of their template, by connection id. */
export async function countGaps(
  { db, userId }: Owner,
  { from, to }: { from: number; to: number },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['connection_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .where(hasGaps)
    .groupBy('connection_id')
    .execute()
  return new Map(rows.map(row => [row.connection_id, Number(row.count)]))
}

/** Number of alerts in a range shorter than a 15-minute bucket; whole buckets have stored counts. */
export async function countAlerts(
  owner: Owner,
  connectionId: string | undefined,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { count } = await alertsFound(owner, { connectionId })
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .executeTakeFirstOrThrow()
  return count
}

/** Arrival of the oldest alert, milliseconds UTC; null without alerts. */
export async function firstAlertAt(
  owner: Owner,
  connectionId: string | undefined,
): Promise<number | null> {
  const row = await alertsFound(owner, { connectionId })
    .select('received_at')
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at ?? null
}

/** Arrival of the newest alert by the clock of that time, which may be ahead of now; 0 without alerts. */
export async function newestAlertAt(owner: Owner): Promise<number> {
  const { newest } = await alertsFound(owner, {})
    .select(eb => eb.fn.max('received_at').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/**
 * Arrival and connection name of the newest settled alert, if it failed because Telegram did not answer;
 * else null.
 */
export async function unansweredAt(
  owner: Owner,
  connectionId: string | undefined,
): Promise<{ at: number; connection: string } | null> {
  const { rows } = await sql<{ at: number; connection: string; code: string | null }>`
    select received_at as at, connection_name as connection, error_code as code from alerts
    where id in (
      select (
        select id from alerts
        where user_id = ${owner.userId} and connection_id = candidates.id and ${isSettled}
        order by received_at desc, id desc limit 1
      ) from (${candidates(owner, connectionId)}) as candidates
    ) order by received_at desc, id desc limit 1`.execute(owner.db)
  const [newest] = rows
  return newest?.code === 'outage' ? { at: newest.at, connection: newest.connection } : null
}

/** The alert that was delivered last, of one connection or of all, removed ones included. */
export async function latestDelivery(owner: Owner, connectionId: string | undefined) {
  const { rows } = await sql<{ id: string; at: number }>`
    select id, at from (
      select id, (
        select max(delivered_at) from alerts
        where user_id = ${owner.userId} and connection_id = candidates.id and ${isDelivered}
      ) as at from (${candidates(owner, connectionId)}) as candidates
    ) as latest where at is not null order by at desc limit 1`.execute(owner.db)
  const [latest] = rows
  if (!latest) return undefined
  const alert = await alertsFound(owner, { connectionId: latest.id })
    .select(['id', 'name', 'received_at', 'resent_at'])
    .where(isDelivered)
    .where('delivered_at', '=', latest.at)
    // Alerts sent as one message share the instant: take the last one.
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return alert && { ...alert, at: latest.at }
}

/** Id of the given connection, or of all, removed ones included; the newest alert of each is looked up by index. */
const candidates = ({ userId }: Owner, connectionId: string | undefined) =>
  connectionId === undefined
    ? sql`select id from connections where user_id = ${userId}
        union select connection_id from connection_counts where user_id = ${userId}`
    : sql`select cast(${connectionId} as text) as id`
