/** Fails queued alerts of connections that can't send them, or whose owner drops them. */
import { type RawBuilder, sql } from 'kysely'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { addTombstones, addTombstonesUpTo, lastTombstone } from '#server/store/rows/tombstones.ts'
import { type FailureReason, failDeliveries } from './outcomes.ts'

/**
 * Fails the queued alerts of connections: few of them now, many by a tombstone. Later alerts are not affected,
 * even if the connections work again by then.
 * @returns id of one of the alerts, if there are any
 */
export async function failQueued(
  own: OwnerTransacting,
  connectionIds: readonly string[],
  failureReason: FailureReason,
): Promise<string | undefined> {
  const queued = await queuedFor(own, connectionIds)
    .select(['deliveries.seq', 'alert_id'])
    .limit(BATCH_SIZE + 1)
    .execute()
  if (queued.length > BATCH_SIZE) await addTombstones(own, connectionIds, failureReason)
  else await failDeliveries(own.db, seqsOf(queued), failureReason)
  return queued[0]?.alert_id
}

/** A connection, and the `seq` of its last delivery that is not to be sent. */
export type LastQueued = { id: string; last_seq: number }

/** Fails the queued alerts up to a certain one of each connection; later ones keep waiting. */
export async function failQueuedUpTo(
  own: OwnerTransacting,
  lasts: readonly LastQueued[],
  failureReason: FailureReason,
): Promise<void> {
  const json = JSON.stringify(lasts)
  const given = rowsFromJson<LastQueued>(own.db, json, { id: 'text', last_seq: 'bigint' })
  const queued = await behindTombstones(own, given)
    .whereRef('deliveries.seq', '<=', 'given.last_seq')
    .select('deliveries.seq')
    .limit(BATCH_SIZE + 1)
    .execute()
  if (queued.length > BATCH_SIZE) await addTombstonesUpTo(own, lasts, failureReason)
  else await failDeliveries(own.db, seqsOf(queued), failureReason)
}

const seqsOf = (queued: readonly { seq: number }[]) => queued.map(({ seq }) => seq)

/** Reads index entries only, one for each alert. @returns number of alerts that `failQueued` would fail */
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

/** Queued deliveries of the given connections; starts behind the last cancelled one, however many are cancelled. */
const behindTombstones = <Given extends { id: string }>(
  { db, userId }: OwnerTransacting,
  given: RawBuilder<Given>,
) =>
  db
    .selectFrom(given.as('given'))
    // SQLite reads the tables of a cross join in the given order.
    .crossJoin('deliveries')
    .where('deliveries.user_id', '=', userId)
    .whereRef('deliveries.connection_id', '=', 'given.id')
    .where('deliveries.seq', '>', lastTombstone(userId, sql.ref('given.id')))
