import { formatNumber } from '#shared/format.ts'
import type { Alert } from '#shared/model/alert.ts'

/** «3 seleccionadas». */
export function selectedWords(selected: number): string {
  if (selected === 0) return 'Ninguna seleccionada'
  return selected === 1 ? '1 seleccionada' : `${formatNumber(selected)} seleccionadas`
}

/** How many of them can be sent again, where that is not all of them. */
export function failedWords(alerts: readonly Pick<Alert, 'telegramDeliveryStatus'>[]): string {
  const failed = failedOf(alerts).length
  if (failed === alerts.length) return 'en esta página'
  if (failed === 0) return alerts.length === 1 ? 'no es fallida' : 'ninguna es fallida'
  return failed === 1 ? 'solo 1 es fallida' : `solo ${formatNumber(failed)} son fallidas`
}

export const failedOf = <T extends Pick<Alert, 'telegramDeliveryStatus'>>(
  alerts: readonly T[],
): T[] => alerts.filter(alert => alert.telegramDeliveryStatus === 'failed')
