import { inChunks } from '#server/store/engine/batches.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { failQueued } from '#server/store/queue/fail-queued.ts'
import { deleteUnusedPauses } from '#server/store/queue/pauses.ts'
import { deleteSeriesOf } from '#server/store/watch/series.ts'

/** Deletes connections with their watched series and unused pauses, and fails their queued alerts. */
export async function removeConnections(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<void> {
  for (const some of inChunks(ids))
    await own.db
      .deleteFrom('connections')
      .where('user_id', '=', own.userId)
      .where('id', 'in', some)
      .execute()
  await deleteSeriesOf(own, ids)
  await failWithoutConnection(own, ids)
  await deleteUnusedPauses(own)
}

/** Fails the queued alerts of deleted connections. */
export const failWithoutConnection = (own: OwnerTransacting, ids: readonly string[]) =>
  failQueued(own, ids, { code: 'connection_deleted', reason: 'La conexión se eliminó.' })
