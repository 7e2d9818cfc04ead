import { DELIVERY_MAX_ATTEMPTS, RETRY_BACKOFF_FACTOR, RETRY_BACKOFF_MS } from './limits.ts'

/** The status of an alert: `pending` on receipt, then one of the other two. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Milliseconds of backoff after the `attempts`-th counted attempt failed; null: it was the last one. */
export function retryBackoff(attempts: number): number | null {
  if (attempts >= DELIVERY_MAX_ATTEMPTS) return null
  return RETRY_BACKOFF_MS * RETRY_BACKOFF_FACTOR ** (attempts - 1)
}

export const deliveryWords: Record<DeliveryStatus, string> = {
  success: 'Éxito',
  failed: 'Fallo',
  pending: 'Pendiente',
}
