import { useQuery } from '@tanstack/react-query'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { api } from '#web/data/client.ts'
import type { ReportRow } from './report.ts'

export interface Resent {
  status: DeliveryStatus
  /** Outcome of the resend, in a sentence. */
  words: string
}

/** State of an alert resent from the report; undefined if it was not resent. */
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
