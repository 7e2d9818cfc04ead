import { useQuery } from '@tanstack/react-query'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { api } from '#web/data/client.ts'
import type { ReportRow } from './report.ts'

export interface Resent {
  status: DeliveryStatus
  /** What became of it, in a sentence. */
  words: string
}

/** What becomes of an alert that was sent again from the report; undefined: it was not. */
export function useResent({ alertId, isResent }: ReportRow): Resent | undefined {
  const { data: alert } = useQuery(
    api.alerts.read.queryOptions({ input: { id: alertId ?? '' }, enabled: isResent }),
  )
  if (!isResent) return undefined
  const status = alert?.telegramDeliveryStatus ?? 'pending'
  return { status, words: resentWords[status](alert?.reason) }
}

const resentWords: Record<DeliveryStatus, (reason: string | null | undefined) => string> = {
  pending: () => 'Reenviada: espera a que salga.',
  success: () => 'Reenviada: ya está en su chat.',
  failed: reason => ['Reenviada, y volvió a fallar.', reason].filter(Boolean).join(' '),
}
