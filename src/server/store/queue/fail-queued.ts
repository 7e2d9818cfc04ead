/** Fails what is still to be sent for connections that can't send it. */
import { sql } from 'kysely'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { addTombstones, lastTombstone } from '#server/store/rows/tombstones.ts'
import { failDeliveries, type Trouble } from './outcomes.ts'

/**
 * Fails what is queued for connections: few alerts now, many by a tombstone. What comes afterwards is
 * not concerned, even if the connections work again by then.
 * @returns one of the alerts, if there are any
 */
export async function failQueued(
  own: OwnerTransacting,
  connectionIds: readonly string[],
  trouble: Trouble,
): Promise<string | undefined> {
  const queued = await queuedFor(own, connectionIds)
    .select(['seq', 'alert_id'])
    .limit(BATCH_SIZE + 1)
    .execute()
  if (queued.length > BATCH_SIZE) await addTombstones(own, connectionIds, trouble)
  else
    await failDeliveries(
      own.db,
      queued.map(({ seq }) => seq),
      trouble,
    )
  return queued[0]?.alert_id
}

/** Reads all of them, but only in an index. @returns how many `failQueued` would fail */
export async function countQueued(
  own: OwnerTransacting,
  connectionIds: readonly string[],
): Promise<number> {
  const { count } = await queuedFor(own, connectionIds)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Begins behind those that have a tombstone, however many they are. */
const queuedFor = ({ db, userId }: OwnerTransacting, connectionIds: readonly string[]) =>
  db
    .selectFrom(
      rowsFromJson<{ id: string }>(db, JSON.stringify(connectionIds.map(id => ({ id }))), {
        id: 'text',
      }).as('given'),
    )
    // The order of a cross join is the one in which SQLite reads.
    .crossJoin('deliveries')
    .where('deliveries.user_id', '=', userId)
    .whereRef('deliveries.connection_id', '=', 'given.id')
    .where('deliveries.seq', '>', lastTombstone(userId, sql.ref('given.id')))
