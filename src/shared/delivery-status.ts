/** The status of an alert: `pending` on receipt, then one of the other two. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Label of alerts that lacked values for their template. */
export const GAPS_LABEL = 'Con huecos'

export const deliveryWords: Record<DeliveryStatus, string> = {
  success: 'Éxito',
  failed: 'Fallo',
  pending: 'Pendiente',
}
