/** Status of an alert: `pending` while it waits, also after a resend; `failed` at once if its connection is off. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Label of alerts that lacked values for their template. */
export const GAPS_LABEL = 'Con huecos'

export const deliveryWords: Record<DeliveryStatus, string> = {
  success: 'Éxito',
  failed: 'Fallo',
  pending: 'Pendiente',
}
