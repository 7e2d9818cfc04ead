import type { DeliveryStatus } from '#shared/delivery.ts'
import type { AlertFilter } from '#shared/model/alert.ts'
import { client } from '#web/data/client.ts'
import type { Counted } from '#web/parts/page-range.ts'

/** How many alerts a filter finds. */
export const countAlerts = (filter: AlertFilter): Promise<Counted> => client.alerts.list(filter)

/** How many of those that a filter finds have a status. */
export async function countWithStatus(
  filter: AlertFilter,
  status: DeliveryStatus,
): Promise<Counted> {
  const isAnother = filter.status !== undefined && filter.status !== status
  return isAnother ? { total: 0 } : countAlerts({ ...filter, status })
}
