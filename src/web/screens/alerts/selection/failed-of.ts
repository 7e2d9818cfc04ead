import type { Alert } from '#shared/model/alert.ts'

/** Failed alerts, the only ones that can be resent. */
export const failedOf = <T extends Pick<Alert, 'telegramDeliveryStatus'>>(
  alerts: readonly T[],
): T[] => alerts.filter(alert => alert.telegramDeliveryStatus === 'failed')
