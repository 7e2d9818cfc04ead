import { Box } from '@mantine/core'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { DAY_MS, PURGE_DAYS } from '#shared/limits.ts'
import type { Alert, AlertFilter } from '#shared/model/alert.ts'
import { historyTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import type { BulkAct, Prospect } from '#web/parts/bulk/open-bulk.tsx'
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

/** Deletes alerts that are named one by one. */
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

/** Deletes all that a filter finds. */
export function deletionOfFound({ filter, asOf, ...count }: Found): BulkAct {
  return {
    ...deletion,
    look: async () => ({ count, pending: await countWithStatus(filter, 'pending') }),
    text: withPending(foundText),
    step: async () => stepOf(await client.alerts.deleteMany({ filter, before: asOf })),
  }
}

/** Deletes all that is older than 30 days, whatever the filters say. */
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

/** Sends the failed ones of all that a filter finds again. */
export const resendingOfFound = ({ filter, asOf }: Found): BulkAct => ({
  title: 'Reenviar las alertas fallidas',
  action: 'Reenviar',
  doing: 'Reenviando',
  isDeletion: false,
  look: async () => ({ count: await countWithStatus(filter, 'failed') }),
  text: ({ count }) => resendAllText(count),
  // The same instant for every request, so that none goes twice.
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

const withPending = (text: (count: Counted) => string) => (prospect: Prospect) => (
  <>
    {text(prospect.count)}
    {prospect.pending !== undefined && prospect.pending.total > 0 && (
      <Box mt={12}>
        <Notice tone="warn">{pendingText(prospect.pending)}</Notice>
      </Box>
    )}
  </>
)

/** How many alerts a filter finds. */
const countAlerts = (filter: AlertFilter): Promise<Counted> => client.alerts.list(filter)

/** How many of those that a filter finds have a status. */
async function countWithStatus(filter: AlertFilter, status: DeliveryStatus): Promise<Counted> {
  const isAnother = filter.status !== undefined && filter.status !== status
  return isAnother ? { total: 0 } : countAlerts({ ...filter, status })
}
