import type { CompiledQuery } from 'kysely'
import type { Transacting } from '#server/store/engine/schema.ts'
import { lastly, lastlyIf } from '#server/store/engine/together.ts'
import { type GivenAlert, insertingAlerts } from '#server/store/rows/alerts.ts'
import { beginningDeliveries } from './begin-attempt.ts'
import { insertingDeliveries, type NewDelivery } from './deliveries.ts'

/**
 * Stores alerts, and the deliveries of those to be sent, in the order of sending, as the last statements of the
 * transaction.
 * @param begun ids of alerts whose deliveries are stored as begun, each as its own message
 * @param condition query that must give a row
 * @returns `seq` of each delivery by its alert; null if the condition gave no row and the alerts were not stored
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
