import { deliveriesOfConnections } from './deliveries.ts'
import { failDeliveries } from './delivery-outcomes.ts'
import type { OwnerTransacting } from './owner.ts'

/** Rows named in one statement: databases allow only so many values. */
const STEP = 500

/** Deletes connections, and fails what of theirs was still to be sent. */
export async function removeConnections(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += STEP) {
    const some = ids.slice(from, from + STEP)
    await own.db
      .deleteFrom('connections')
      .where('user_id', '=', own.userId)
      .where('id', 'in', some)
      .execute()
    await failDeliveries(own.db, await deliveriesOfConnections(own, some), {
      code: 'connection_deleted',
      reason: 'La conexión se eliminó.',
    })
  }
}
