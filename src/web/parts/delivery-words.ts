import { GAPS_LABEL } from '#shared/delivery-status.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'

/** Splits a reason into its first sentence, what happened, and the rest, the remedy; quotes stay whole. */
export function reasonParts(reason: string): { what: string; remedy: string } {
  const [, what = reason, remedy = ''] =
    /^((?:«[^»]*»|[^«.]|\.(?!\s))+\.)\s+(.+)$/s.exec(reason) ?? []
  return { what, remedy }
}

/** «con huecos» if it was delivered without a value that its template asked for, else null. */
export const gapsNote = ({
  telegramDeliveryStatus: status,
  gaps = 0,
}: Pick<Alert, 'telegramDeliveryStatus' | 'gaps'>): string | null =>
  status === 'success' && gaps > 0 ? GAPS_LABEL.toLowerCase() : null

/** «2 de 3»: the attempt that a pending alert waits for after a failure; else null. */
export function nextAttempt({
  telegramDeliveryStatus,
  retryAttempts,
}: Pick<Alert, 'telegramDeliveryStatus' | 'retryAttempts'>): string | null {
  if (telegramDeliveryStatus !== 'pending' || retryAttempts === 0) return null
  return `${Math.min(retryAttempts + 1, DELIVERY_MAX_ATTEMPTS)} de ${DELIVERY_MAX_ATTEMPTS}`
}
