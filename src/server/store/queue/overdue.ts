/** Deliveries that have waited for too long, lane by lane. */
import { sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import { wasPausedSince } from './pauses.ts'

/** Lanes per statement. */
const LANES_AT_ONCE = 500
/** Alerts read per lane; the next run finds the others, once the cancelled ones have been deleted. */
const STEP = 500

/** Head of a lane that has waited since before an instant (milliseconds UTC), without a pause since then. */
export type Overdue = Awaited<ReturnType<typeof headsOverdue>>[number]

export async function lanesOverdue(
  db: Database,
  lanes: readonly string[],
  before: number,
): Promise<Overdue[]> {
  const found: Overdue[] = []
  for (let from = 0; from < lanes.length; from += LANES_AT_ONCE) {
    const some = lanes.slice(from, from + LANES_AT_ONCE).map(lane => ({ lane }))
    found.push(...(await headsOverdue(db, JSON.stringify(some), before)))
  }
  return found
}

const headsOverdue = prepared((db, lanes: string, before: number) =>
  db
    .selectFrom(rowsFromJson<{ lane: string }>(db, lanes, { lane: 'text' }).as('given'))
    .innerJoin('deliveries', join =>
      join.on('deliveries.seq', '=', eb =>
        eb
          .selectFrom('deliveries as first')
          .select(min => min.fn.min('first.seq').as('seq'))
          .whereRef('first.lane', '=', 'given.lane'),
      ),
    )
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .leftJoin('connections', 'connections.id', 'deliveries.connection_id')
    .select([
      'deliveries.alert_id',
      'deliveries.user_id',
      'deliveries.connection_id',
      'deliveries.lane',
      'deliveries.attempts',
      'alerts.name',
      'alerts.connection_name',
      'alerts.attempt_log',
      'connections.telegram_bot_token',
    ])
    .where(eb => eb.fn.coalesce('alerts.resent_at', 'alerts.received_at'), '<=', before)
    .where(sql<boolean>`not ${wasPausedSince('deliveries.user_id', 'deliveries.lane', before)}`)
    .orderBy('deliveries.seq'),
)

/** @param withSending includes deliveries marked as in flight, as a process that ended left them */
export async function overdueOfLane(
  trx: Transacting,
  lane: string,
  { before, withSending }: { before: number; withSending: boolean },
): Promise<number[]> {
  const first = trx
    .selectFrom('deliveries')
    .selectAll()
    .where('lane', '=', lane)
    .orderBy('seq')
    .limit(STEP)
  const rows = await trx
    // `hasTombstone` refers to this alias.
    .selectFrom(first.as('deliveries'))
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select('deliveries.seq')
    .where(sql<boolean>`not ${hasTombstone}`)
    .where(eb => eb.fn.coalesce('alerts.resent_at', 'alerts.received_at'), '<=', before)
    .where('deliveries.in_flight', 'in', withSending ? [0, 1] : [0])
    .execute()
  return rows.map(row => row.seq)
}
