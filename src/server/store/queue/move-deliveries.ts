/** What waits comes into another lane, in which it keeps its order. */
import { inSteps, STEP } from '#server/store/engine/delete-in-batches.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { NOTHING_LEFT } from './deliveries.ts'

/**
 * Some of what waits for a connection in other lanes comes into the one that is its own by now. The
 * youngest come first: as long as an elder one is elsewhere nothing is sent, and whoever would send
 * goes on with this. What is on its way follows by itself. Waits were the other chat's, and nothing
 * of it has arrived in this one.
 * @returns how many; as many as a step has when there may be more
 */
export async function followConnection(
  { db, userId }: OwnerTransacting,
  connectionId: string,
): Promise<number> {
  const connection = await db
    .selectFrom('connections')
    .select('lane')
    .where('user_id', '=', userId)
    .where('id', '=', connectionId)
    .executeTakeFirst()
  if (!connection) return 0
  const { lane } = connection
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ lane, ...NOTHING_LEFT })
    .where('seq', 'in', eb =>
      eb
        .selectFrom('deliveries')
        .select('seq')
        .where('user_id', '=', userId)
        .where('connection_id', '=', connectionId)
        .where('lane', '!=', lane)
        .where('in_flight', '=', 0)
        .orderBy('seq', 'desc')
        .limit(STEP),
    )
    .where('in_flight', '=', 0)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** All of what waits for connections follows them. What the store does not take follows at its turn. */
export async function followConnections(owner: Owner, ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids)
      await inSteps(async () => {
        const moved = await ownerTransaction(owner, own => followConnection(own, id))
        return moved === STEP
      })
  } catch (error) {
    if (!(error instanceof StoreBusyError)) throw error
  }
}

/**
 * The same chat by another name: what has arrived of a message stays arrived. Those behind, of which
 * nothing has, follow their connections.
 */
export const moveFrontOfLane = (trx: Transacting, from: string, to: string) =>
  trx
    .updateTable('deliveries')
    .set({ lane: to, due_at: 0, due_wait: 0, in_flight: 0 })
    .where('seq', 'in', eb =>
      eb.selectFrom('deliveries').select('seq').where('lane', '=', from).orderBy('seq').limit(STEP),
    )
    .execute()
