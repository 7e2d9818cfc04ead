import { deliveriesOfConnections } from './deliveries.ts'
import { failDeliveries } from './delivery-outcomes.ts'
import { inParts } from './in-parts.ts'
import type { OwnerTransacting } from './owner.ts'

/** Deletes connections, and fails what of theirs was still to be sent. */
export async function removeConnections(
  own: OwnerTransacting,
  ids: readonly string[],
): Promise<void> {
  for (const some of inParts(ids)) {
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
