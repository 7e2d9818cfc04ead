import { formatNumber } from '#shared/format.ts'
import { PURGE_DAYS } from '#shared/limits.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'

/** Of alerts that were picked one by one. */
export const pickedText = (names: readonly string[]): string =>
  names.length === 1
    ? `Se eliminará «${names[0]}» del historial. No se puede deshacer.`
    : `Se eliminarán del historial las ${formatNumber(names.length)} alertas seleccionadas. No se puede deshacer.`

/** Of all that a filter finds. */
export const foundText = (count: Counted): string =>
  count.total === 1
    ? 'Se eliminará la única alerta que coincide. No se puede deshacer.'
    : `Se eliminarán las ${alerts(count)} que coinciden, de todas sus páginas. No se puede deshacer.`

export function purgeText(count: Counted): string {
  if (count.total === 0) return `No hay alertas de hace más de ${PURGE_DAYS} días.`
  const which = count.total === 1 ? 'Se eliminará 1 alerta' : `Se eliminarán ${alerts(count)}`
  return `${which} de hace más de ${PURGE_DAYS} días. No se puede deshacer.`
}

/** «3 aún por enviar: ya no se enviarán.» */
export const pendingText = (pending: Counted): string =>
  `${totalWords(pending)} aún por enviar: ${pending.total === 1 ? 'ya no se enviará' : 'ya no se enviarán'}.`

/** «500 de 1.240 alertas eliminadas.» */
export const partlyDeleted = (done: number, counted: Counted): string =>
  `${formatNumber(done)} de ${counted.total === 1 ? '1 alerta eliminada' : `${alerts(counted)} eliminadas`}.`

const alerts = (count: Counted): string => `${totalWords(count)} alertas`
