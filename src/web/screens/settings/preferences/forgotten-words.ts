import { formatNumber } from '#shared/format.ts'

export interface Forgotten {
  /** After so many days alerts go. */
  days: number
  alerts: number
  /** Those of them that are still to be sent. */
  pending: number
}

/** What goes with a shorter time. */
export function forgottenText({ days, alerts, pending }: Forgotten): string {
  const going =
    alerts === 1
      ? `Se borrará 1 alerta de hace más de ${days} días`
      : `Se borrarán ${formatNumber(alerts)} alertas de hace más de ${days} días`
  const unsent = pending > 0 ? ` (${formatNumber(pending)} aún por enviar)` : ''
  return `${going}${unsent}, y cada día las que pasen de ese plazo. No se puede deshacer.`
}
