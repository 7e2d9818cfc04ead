import { DELIVERY_MAX_ATTEMPTS, RETRY_BASE_DELAY_MS, RETRY_FACTOR } from './limits.ts'

/** Where an alert stands: `pending` on receipt, then one of the other two. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Milliseconds to wait after the `attempts`-th counted attempt failed; null: it was the last one. */
export function retryDelay(attempts: number): number | null {
  if (attempts >= DELIVERY_MAX_ATTEMPTS) return null
  return RETRY_BASE_DELAY_MS * RETRY_FACTOR ** (attempts - 1)
}

export const deliveryWords: Record<DeliveryStatus, string> = {
  success: 'Éxito',
  failed: 'Fallo',
  pending: 'Pendiente',
}
