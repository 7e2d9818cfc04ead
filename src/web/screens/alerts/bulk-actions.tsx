import { Box } from '@mantine/core'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { DAY_MS, PURGE_DAYS } from '#shared/limits.ts'
import type { Alert, AlertFilter } from '#shared/model/alert.ts'
import { client } from '#web/data/client.ts'
import type { AffectedCount, BulkAct } from '#web/parts/bulk/open-bulk.tsx'
import type { Counted } from '#web/parts/page-range.ts'
import type { Found } from '#web/screens/alerts/use-alerts-page.ts'
import {
  foundText,
  partlyDeleted,
  partlyResent,
  pendingText,
  pickedText,
  purgeText,
  resendAllText,
  resentToast,
} from '#web/screens/alerts/words.ts'
import { Notice } from '#web/ui/notice.tsx'
import { historyTexts } from './words.ts'

/** Bulk action that deletes the given alerts by id. */
export function deletionOf(alerts: readonly Alert[]): BulkAct {
  const pending = alerts.filter(alert => alert.telegramDeliveryStatus === 'pending')
  const ids = alerts.map(({ id }) => id)
  return {
    ...deletion,
    look: async () => ({ count: { total: ids.length }, pending: { total: pending.length } }),
    text: withPending(() => pickedText(alerts.map(({ name }) => name))),
    step: async () => stepOf(await client.alerts.deleteMany({ ids })),
  }
}

/** Bulk action that deletes all matches of a filter that arrived before the count. */
export function deletionOfFound({ filter, asOf, ...count }: Found): BulkAct {
  return {
    ...deletion,
    look: async () => ({ count, pending: await countWithStatus(filter, 'pending') }),
    text: withPending(foundText),
    step: async () => stepOf(await client.alerts.deleteMany({ filter, before: asOf })),
  }
}

/** Bulk action that deletes all alerts older than 30 days, regardless of the filters. */
export function purge(now: number): BulkAct {
  const filter = { to: new Date(now - PURGE_DAYS * DAY_MS).toISOString() }
  return {
    ...deletion,
    title: 'Confirmar Eliminación de Alertas Antiguas',
    look: async () => {
      const [count, pending] = await Promise.all([
        countAlerts(filter),
        countWithStatus(filter, 'pending'),
      ])
      return { count, pending }
    },
    text: withPending(purgeText),
    step: async () => stepOf(await client.alerts.purge({ olderThanDays: PURGE_DAYS })),
    doneToast: done => ({ type: 'success', message: historyTexts.purged(done) }),
  }
}

/** Bulk action that resends the failed alerts among the matches of a filter. */
export const resendingOfFound = (
  { filter, asOf }: Found,
  { areOfToday = false } = {},
): BulkAct => ({
  title: 'Reenviar las alertas fallidas',
  action: 'Reenviar',
  doing: 'Reenviando',
  isDeletion: false,
  look: async () => ({ count: await countWithStatus(filter, 'failed') }),
  text: ({ count }) => resendAllText(count, areOfToday),
  // The same instant for every request, so that no alert is sent twice.
  step: async () => {
    const { resent, left } = await client.alerts.resendMany({ filter, before: asOf })
    return { done: resent, left }
  },
  doneToast: (resent, { total }) => resentToast({ resent, kept: total - resent }),
  partlyText: partlyResent,
})

const deletion = {
  title: 'Confirmar Eliminación de Alertas',
  action: 'Eliminar',
  doing: 'Eliminando',
  isDeletion: true,
  doneToast: done => ({ type: 'success', message: historyTexts.deleted(done) }),
  partlyText: partlyDeleted,
} satisfies Partial<BulkAct>

const stepOf = ({ deleted, left }: { deleted: number; left: number }) => ({ done: deleted, left })

const withPending = (text: (count: Counted) => string) => (affected: AffectedCount) => (
  <>
    {text(affected.count)}
    {affected.pending !== undefined && affected.pending.total > 0 && (
      <Box mt={12}>
        <Notice tone="warn">{pendingText(affected.pending)}</Notice>
      </Box>
    )}
  </>
)

/** Number of alerts that match a filter. */
const countAlerts = (filter: AlertFilter): Promise<Counted> => client.alerts.list(filter)

/** Number of a filter's matches with the given status. */
async function countWithStatus(filter: AlertFilter, status: DeliveryStatus): Promise<Counted> {
  const isAnother = filter.status !== undefined && filter.status !== status
  return isAnother ? { total: 0 } : countAlerts({ ...filter, status })
}
