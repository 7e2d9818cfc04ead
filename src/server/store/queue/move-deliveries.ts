/** Moves queued deliveries into another lane, in which they keep their order. */
import { BATCH_SIZE, runBatches } from '#server/store/engine/batches.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { UNSENT } from './deliveries.ts'

/**
 * Moves a batch of a connection's deliveries from other lanes into its current lane, the youngest first: the
 * sender repeats this until no older one is left in another lane, and only then sends. Deliveries in flight are
 * skipped; they follow later. Waits and sent parts are dropped, as they belong to the other chat.
 * @param before `seq` up to which deliveries are moved, exclusive: all younger ones are in their lane
 * @returns `seq`s of the moved deliveries; a whole batch if there may be more
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

/**
 * Moves all deliveries of connections into their lanes. If the database is busy, they are moved when their turn
 * comes.
 */
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
 * Moves the first deliveries of a lane whose chat has another id: parts that were sent stay sent. The deliveries
 * behind them, of which no part was sent, follow their connections.
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
