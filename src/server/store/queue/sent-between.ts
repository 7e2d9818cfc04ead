import type { Database } from '#server/store/engine/schema.ts'
import { isDelivered } from '#server/store/rows/alerts.ts'
import { laneParts } from './lane-key.ts'

/**
 * Times at which messages were sent to a lane's chat, between two instants, the oldest first; a message of several parts
 * counts once for each. Milliseconds UTC.
 */
export async function sentBetween(
  db: Database,
  lane: string,
  [from, to]: readonly [number, number],
): Promise<number[]> {
  const { userId } = laneParts(lane)
  const rows = await db
    .selectFrom('connections')
    .innerJoin('alerts', join =>
      join
        .onRef('alerts.user_id', '=', 'connections.user_id')
        .onRef('alerts.connection_id', '=', 'connections.id'),
    )
    .select(eb => ['alerts.message_ids', eb.fn.max<number>('alerts.delivered_at').as('sent_at')])
    .where('connections.user_id', '=', userId)
    .where('connections.lane', '=', lane)
    .where(isDelivered)
    .where('alerts.delivered_at', '>', from)
    .where('alerts.delivered_at', '<', to)
    .groupBy('alerts.message_ids')
    .orderBy('sent_at')
    .execute()
  return rows.flatMap(({ message_ids, sent_at }) =>
    (JSON.parse(message_ids) as number[]).map(() => sent_at),
  )
}
