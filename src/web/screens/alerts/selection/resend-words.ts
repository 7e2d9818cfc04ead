import { formatNumber } from '#shared/format.ts'

/** Alerts that were sent again, and those that could not be. */
interface Resent {
  resent: number
  kept: number
}

/** How far it came of how many. */
export interface ResendProgress {
  resent: number
  total: number
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
export const partlyResent = ({ resent, total }: ResendProgress): string =>
  `${formatNumber(resent)} de ${total === 1 ? '1 alerta reenviada' : `${formatNumber(total)} alertas reenviadas`}.`

/** «Reenviar las 1.240 fallidas…»; nobody knows yet how many: «Reenviar las fallidas…». */
export function resendAllLabel(count: number | undefined): string {
  if (count === undefined) return 'Reenviar las fallidas…'
  return count === 1 ? 'Reenviar la fallida…' : `Reenviar las ${formatNumber(count)} fallidas…`
}

/** What the dialog says before it begins. */
export function resendAllText(count: number): string {
  const which =
    count === 1
      ? 'Se reenviará la única alerta fallida de este filtro. Irá'
      : `Se reenviarán las ${formatNumber(count)} alertas fallidas de este filtro, de todas sus páginas. Irán`
  return `${which} al final de la cola de su chat. Si la conexión está inactiva o se eliminó, no se reenvía.`
}

const alertsResent = (resent: number): string =>
  resent === 1 ? '1 alerta reenviada' : `${formatNumber(resent)} alertas reenviadas`
