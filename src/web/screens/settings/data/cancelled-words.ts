import { formatNumber } from '#shared/format.ts'

/** What a reset does to alerts that wait. */
export const cancelledWords = (pending: number): string =>
  pending === 1
    ? 'Hay 1 alerta aún por enviar: ya no se enviará.'
    : `Hay ${formatNumber(pending)} alertas aún por enviar: ya no se enviarán.`
