import { DAY_MS, PURGE_DAYS } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import { historyTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import type { Counted } from '#web/parts/page-range.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Found } from '../use-alerts-page.ts'
import type { BulkAct, Prospect } from './bulk-act.ts'
import { countAlerts, countWithStatus } from './count-alerts.ts'
import classes from './deletion-acts.module.css'
import { foundText, partlyDeleted, pendingText, pickedText, purgeText } from './deletion-words.ts'

/** Of alerts that are named one by one. */
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

/** Of all that a filter finds. */
export function deletionOfFound({ filter, asOf, ...count }: Found): BulkAct {
  return {
    ...deletion,
    look: async () => ({ count, pending: await countWithStatus(filter, 'pending') }),
    text: withPending(foundText),
    step: async () => stepOf(await client.alerts.deleteMany({ filter, before: asOf })),
  }
}

/** Of all that is older than 30 days, whatever the filters say. */
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
      <Notice tone="warn" className={classes.pending}>
        {pendingText(prospect.pending)}
      </Notice>
    )}
  </>
)
