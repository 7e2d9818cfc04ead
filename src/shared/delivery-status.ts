/** The status of an alert: `pending` on receipt, then one of the other two. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The mark of an alert whose template asked for values that did not come. */
export const GAPS_LABEL = 'Con huecos'

export const deliveryWords: Record<DeliveryStatus, string> = {
  success: 'Éxito',
  failed: 'Fallo',
  pending: 'Pendiente',
}
