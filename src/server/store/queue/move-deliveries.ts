/** Moves queued deliveries into another lane, in which they keep their order. */
import { BATCH_SIZE, runBatches } from '#server/store/engine/batches.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { UNSENT } from './deliveries.ts'

/**
 * Moves some of a connection's deliveries from other lanes into the lane that it has now. The youngest
 * come first: nothing is sent while an older one is in another lane, and the sender repeats this first.
 * What is in flight follows by itself. Waits were the other chat's, and nothing has arrived in this one.
 * @param before the `seq` of which all younger ones stand in their lane
 * @returns those that were moved; a whole batch when there may be more
 */
export async function followConnection(
  { db, userId }: OwnerTransacting,
  connectionId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<number[]> {
  const connection = await db
    .selectFrom('connections')
    .select('lane')
    .where('user_id', '=', userId)
    .where('id', '=', connectionId)
    .executeTakeFirst()
  if (!connection) return []
  const { lane } = connection
  const moved = await db
    .updateTable('deliveries')
    .set({ lane, ...UNSENT })
    .where('seq', 'in', eb =>
      eb
        .selectFrom('deliveries')
        .select('seq')
        .where('user_id', '=', userId)
        .where('connection_id', '=', connectionId)
        .where('lane', '!=', lane)
        .where('in_flight', '=', 0)
        .where('seq', '<', before)
        .orderBy('seq', 'desc')
        .limit(BATCH_SIZE),
    )
    .where('in_flight', '=', 0)
    .returning('seq')
    .execute()
  return moved.map(({ seq }) => seq)
}

/** Moves all deliveries of connections into their lanes. What fails is moved when its turn comes. */
export async function followConnections(owner: Owner, ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) {
      let before: number | undefined
      await runBatches(async () => {
        const moved = await ownerTransaction(owner, own => followConnection(own, id, before))
        before = Math.min(...moved)
        return moved.length === BATCH_SIZE
      })
    }
  } catch (error) {
    if (!(error instanceof StoreBusyError)) throw error
  }
}

/**
 * The same chat by another id: parts that have arrived stay arrived. The deliveries behind the front,
 * of which nothing has arrived, follow their connections.
 */
export const moveFrontOfLane = (trx: Transacting, from: string, to: string) =>
  trx
    .updateTable('deliveries')
    .set({ lane: to, due_at: 0, due_wait: 0, in_flight: 0 })
    .where('seq', 'in', eb =>
      eb
        .selectFrom('deliveries')
        .select('seq')
        .where('lane', '=', from)
        .orderBy('seq')
        .limit(BATCH_SIZE),
    )
    .execute()
