import { formatDuration, formatNumber } from '../format.ts'
import { DELIVERY_MAX_ATTEMPTS } from '../limits.ts'

export const deliveryTexts = {
  received: (alert: string) => `Alerta «${alert}» recibida, procesando...`,
  /** @param attempt number of the failed attempt, from 1; left out if it does not count */
  retrying: (alert: string, attempt?: number) =>
    `Fallo envío para «${alert}»${attempt === undefined ? '' : ` (intento ${attempt} de ${DELIVERY_MAX_ATTEMPTS})`}. Reintentando...`,
  failed: (alert: string) => `Envío para «${alert}»: Fallo definitivo`,
  delivered: (alert: string, ms: number | null) =>
    ms === null
      ? `Alerta «${alert}» entregada`
      : `Alerta «${alert}» entregada en ${formatDuration(ms)}`,
  receivedMany: (count: number) => `${formatNumber(count)} alertas recibidas, procesando...`,
  retryingMany: (count: number) =>
    `Fallo envío para ${formatNumber(count)} alertas. Reintentando...`,
  failedMany: (count: number) => `Envío para ${formatNumber(count)} alertas: Fallo definitivo`,
  deliveredMany: (count: number) => `${formatNumber(count)} alertas entregadas`,
  misfit: (connection: string) =>
    `Una alerta de «${connection}» no trae nada de lo que pide su plantilla: se envió tal cual.`,
  empty: 'El mensaje quedó vacío. Revisa la plantilla y los datos de la alerta.',
  templateMissing: 'La plantilla de la conexión ya no existe. Elige otra en Conexiones.',
  expired:
    'Caducada: pasó más de 24 horas esperando y ya no se envía sola. Si aún te sirve, reenvíala.',
  dropped: 'Descartada de la espera. Si aún te sirve, reenvíala.',
  outage:
    'Telegram no respondió durante demasiado tiempo. Cuando vuelva a responder, reenvía la alerta.',
  inDoubt:
    'Tres envíos se quedaron sin respuesta: puede haber llegado varias veces. Mira el chat antes de reenviarla.',
  interrupted: 'Pregonero se detuvo antes de que Telegram respondiera. Se envía otra vez.',
  notComposed:
    'Un fallo propio impidió preparar el mensaje. Mira el registro de Pregonero y, cuando esté arreglado, reenvía la alerta.',
  fallback: (connection: string) =>
    `Un fallo propio impidió usar la plantilla de «${connection}»: la alerta se envió con su propio texto. Pide a quien administra Pregonero que mire su registro.`,
}
