import type { CompiledQuery } from 'kysely'
import type { Transacting } from '#server/store/engine/schema.ts'
import { lastly, lastlyIf } from '#server/store/engine/together.ts'
import { type GivenAlert, insertingAlerts } from '#server/store/rows/alerts.ts'
import { beginningDeliveries } from './begin-attempt.ts'
import { insertingDeliveries, type NewDelivery } from './deliveries.ts'

/**
 * Stores alerts with the deliveries of those that are to be sent, which will be sent in this order, as the
 * last thing that the transaction does.
 * @param begun the ids of alerts whose deliveries are stored as begun, each as a message of its own
 * @param condition has to give a row
 * @returns the `seq` of each delivery, by its alert; null where the condition gives none: nothing is stored
 */
export async function storeAlerts(
  trx: Transacting,
  {
    alerts,
    deliveries,
    begun,
    condition,
  }: {
    alerts: readonly GivenAlert[]
    deliveries: readonly NewDelivery[]
    begun: readonly string[]
    condition: CompiledQuery | undefined
  },
): Promise<ReadonlyMap<string, number> | null> {
  const queries = [
    insertingAlerts(trx, alerts),
    insertingDeliveries(trx, deliveries),
    ...(begun.length > 0 ? [beginningDeliveries(trx, begun)] : []),
  ] as const
  const results = condition
    ? await lastlyIf(trx, condition, ...queries)
    : await lastly(trx, ...queries)
  return results && new Map(results[1].map(({ alert_id, seq }) => [alert_id, seq]))
}
