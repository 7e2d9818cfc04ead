/** Fails what is still to be sent for connections that can't send it. */
import { sql } from 'kysely'
import { BATCH_SIZE } from '#server/store/engine/batches.ts'
import { isOneOf } from '#server/store/engine/dialect.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { addTombstones, hasTombstone } from '#server/store/rows/tombstones.ts'
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

const queuedFor = ({ db, userId }: OwnerTransacting, connectionIds: readonly string[]) =>
  db
    .selectFrom('deliveries')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'connection_id', connectionIds))
    .where(sql<boolean>`not ${hasTombstone}`)
