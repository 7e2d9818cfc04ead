import type { Transacting } from '#server/store/engine/schema.ts'
import { lastly } from '#server/store/engine/together.ts'
import { type GivenAlert, insertingAlerts } from '#server/store/rows/alerts.ts'
import { beginningDeliveries } from './begin-attempt.ts'
import { insertingDeliveries, type NewDelivery } from './deliveries.ts'

/**
 * Stores alerts with the deliveries of those that are to be sent, which will be sent in this order, as the
 * last thing that the transaction does.
 * @param begun the ids of alerts whose deliveries are stored as begun, each as a message of its own
 * @returns the `seq` of each delivery, by its alert
 */
export async function storeAlerts(
  trx: Transacting,
  alerts: readonly GivenAlert[],
  deliveries: readonly NewDelivery[],
  begun: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const both = [insertingAlerts(trx, alerts), insertingDeliveries(trx, deliveries)] as const
  const [, inserted] =
    begun.length > 0
      ? await lastly(trx, ...both, beginningDeliveries(trx, begun))
      : await lastly(trx, ...both)
  return new Map(inserted.map(({ alert_id, seq }) => [alert_id, seq]))
}
