import type { Alert } from '#shared/model/alert.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'

/** «3 seleccionadas». */
export function selectedWords(selected: Counted): string {
  if (selected.total === 0) return 'Ninguna seleccionada'
  return selected.total === 1 ? '1 seleccionada' : `${totalWords(selected)} seleccionadas`
}

/** How many of them can be sent again, where that is not all of them. */
export function failedWords(alerts: readonly Pick<Alert, 'telegramDeliveryStatus'>[]): string {
  const failed = failedOf(alerts).length
  if (failed === alerts.length) return 'en esta página'
  if (failed === 0) return alerts.length === 1 ? 'no es fallida' : 'ninguna es fallida'
  return failed === 1 ? 'solo 1 es fallida' : `solo ${totalWords({ total: failed })} son fallidas`
}

/** «Seleccionar las 3.482 que coinciden»; without a filter those of the whole history. */
export const everythingWords = (count: Counted, isFiltered: boolean): string =>
  `Seleccionar las ${totalWords(count)} ${isFiltered ? 'que coinciden' : 'del historial'}`

export const failedOf = <T extends Pick<Alert, 'telegramDeliveryStatus'>>(
  alerts: readonly T[],
): T[] => alerts.filter(alert => alert.telegramDeliveryStatus === 'failed')
