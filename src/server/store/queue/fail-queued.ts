/** Fails what is still to be sent for connections that can't send it. */
import { type RawBuilder, sql } from 'kysely'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { addTombstones, addTombstonesUpTo, lastTombstone } from '#server/store/rows/tombstones.ts'
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
    .select(['deliveries.seq', 'alert_id'])
    .limit(BATCH_SIZE + 1)
    .execute()
  if (queued.length > BATCH_SIZE) await addTombstones(own, connectionIds, trouble)
  else await failDeliveries(own.db, seqsOf(queued), trouble)
  return queued[0]?.alert_id
}

/** What of a connection's deliveries is not to be sent: all up to that one. */
export type LastQueued = { id: string; last_seq: number }

/** The same for those up to a certain one of each connection; what comes behind them goes on waiting. */
export async function failQueuedUpTo(
  own: OwnerTransacting,
  lasts: readonly LastQueued[],
  trouble: Trouble,
): Promise<void> {
  const json = JSON.stringify(lasts)
  const given = rowsFromJson<LastQueued>(own.db, json, { id: 'text', last_seq: 'bigint' })
  const queued = await behindTombstones(own, given)
    .whereRef('deliveries.seq', '<=', 'given.last_seq')
    .select('deliveries.seq')
    .limit(BATCH_SIZE + 1)
    .execute()
  if (queued.length > BATCH_SIZE) await addTombstonesUpTo(own, lasts, trouble)
  else await failDeliveries(own.db, seqsOf(queued), trouble)
}

const seqsOf = (queued: readonly { seq: number }[]) => queued.map(({ seq }) => seq)

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

const queuedFor = (own: OwnerTransacting, connectionIds: readonly string[]) => {
  const json = JSON.stringify(connectionIds.map(id => ({ id })))
  return behindTombstones(own, rowsFromJson<{ id: string }>(own.db, json, { id: 'text' }))
}

/** Begins behind those that have a tombstone, however many they are. */
const behindTombstones = <Given extends { id: string }>(
  { db, userId }: OwnerTransacting,
  given: RawBuilder<Given>,
) =>
  db
    .selectFrom(given.as('given'))
    // The order of a cross join is the one in which SQLite reads.
    .crossJoin('deliveries')
    .where('deliveries.user_id', '=', userId)
    .whereRef('deliveries.connection_id', '=', 'given.id')
    .where('deliveries.seq', '>', lastTombstone(userId, sql.ref('given.id')))
