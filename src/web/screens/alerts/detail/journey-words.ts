import type { AlertDetail } from '#shared/model/alert.ts'
import type { Journey, JourneyStep } from './journey-steps.ts'

/** «Casi todo el tiempo fue de TradingView a aquí.»; null where no step stands out. */
export function whereTimeWent(longest: Journey['longest']): string | null {
  const stretch = longest && stretches[longest.kind]
  if (!stretch || longest.share <= 0.5) return null
  const most = longest.share >= 0.8 ? 'Casi todo el tiempo' : 'La mayor parte del tiempo'
  return `${most} fue ${stretch}.`
}

const stretches: Partial<Record<JourneyStep['kind'], string>> = {
  received: 'de TradingView a aquí',
  sent: 'de espera en la cola del chat',
  delivered: 'de aquí a Telegram',
}

/** «Enviada junto con otras 11 alertas en un mensaje.»; null for one that was alone in it. */
export function sentTogetherWords({ sentTogether }: Pick<AlertDetail, 'sentTogether'>) {
  if (sentTogether === null || sentTogether < 2) return null
  const others = sentTogether === 2 ? 'otra alerta' : `otras ${sentTogether - 1} alertas`
  return `Enviada junto con ${others} en un mensaje.`
}

/** What may be in the chat after an attempt without an answer; null where there is no doubt. */
export function doubtWords({
  uncertain,
  telegramDeliveryStatus,
}: Pick<AlertDetail, 'uncertain' | 'telegramDeliveryStatus'>) {
  if (!uncertain) return null
  return {
    what: doubts[telegramDeliveryStatus],
    remedy: 'Entrega incierta: un intento salió hacia Telegram y se quedó sin respuesta.',
  }
}

const doubts: Record<AlertDetail['telegramDeliveryStatus'], string> = {
  success: 'Puede haber llegado dos veces.',
  pending: 'Puede llegar dos veces.',
  failed: 'Puede haber llegado.',
}
