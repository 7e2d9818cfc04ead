import { formatNumber } from '#shared/format.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'

/** Alerts that were sent again, and those that could not be. */
interface Resent {
  resent: number
  kept: number
}

const KEPT = 'su conexión está inactiva o se eliminó.'

/** The toast when it is done. */
export function resentToast({ resent, kept }: Resent) {
  if (kept <= 0) return { type: 'success', message: `${alertsResent(resent)}.` } as const
  if (resent === 0)
    return { type: 'warning', message: `No se reenvió ninguna alerta: ${KEPT}` } as const
  const stay = kept === 1 ? '1 se queda como está' : `${formatNumber(kept)} se quedan como están`
  return { type: 'warning', message: `${alertsResent(resent)}. ${stay}: ${KEPT}` } as const
}

/** «500 de 1.240 alertas reenviadas.» when it ended before its time. */
export const partlyResent = (resent: number, counted: Counted): string =>
  `${formatNumber(resent)} de ${counted.total === 1 ? '1 alerta reenviada' : `${totalWords(counted)} alertas reenviadas`}.`

/** «Reenviar las 1.240 fallidas…»; nobody knows yet how many: «Reenviar las fallidas…». */
export function resendAllLabel(count: Counted | undefined): string {
  if (count === undefined) return 'Reenviar las fallidas…'
  return count.total === 1 ? 'Reenviar la fallida…' : `Reenviar las ${totalWords(count)} fallidas…`
}

/** What the dialog says before it begins. */
export function resendAllText(count: Counted): string {
  if (count.total === 0) return 'Ninguna de estas alertas es fallida.'
  const which =
    count.total === 1
      ? 'Se reenviará la única alerta fallida de este filtro. Irá'
      : `Se reenviarán las ${totalWords(count)} alertas fallidas de este filtro, de todas sus páginas. Irán`
  return `${which} al final de la cola de su chat. Si la conexión está inactiva o se eliminó, no se reenvía.`
}

const alertsResent = (resent: number): string =>
  resent === 1 ? '1 alerta reenviada' : `${formatNumber(resent)} alertas reenviadas`
