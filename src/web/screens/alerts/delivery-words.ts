/** What the history says of a delivery beside its icon. */
import { deliveryWords } from '#shared/delivery.ts'
import { formatDuration } from '#shared/format.ts'
import type { Alert } from '#shared/model/alert.ts'
import { nextAttempt, reasonParts } from '#web/parts/delivery-words.ts'

type Delivery = Pick<
  Alert,
  'telegramDeliveryStatus' | 'retryAttempts' | 'reason' | 'fits' | 'deliveredInMs'
>

/** «612 ms» once delivered, «2 de 3» while it is tried again. */
export function deliveryFigure(delivery: Delivery): string | null {
  const { telegramDeliveryStatus, deliveredInMs } = delivery
  if (telegramDeliveryStatus === 'success' && deliveredInMs !== null)
    return formatDuration(deliveredInMs)
  return nextAttempt(delivery)
}

/** Why it failed or waits, or what there is to know of it though it was delivered. */
export function deliveryHint({ telegramDeliveryStatus, reason, fits }: Delivery): string | null {
  if (telegramDeliveryStatus === 'success' && !fits)
    return 'Nada de la alerta encaja con su plantilla: se envió tal cual.'
  return reason
}

/** «Fallo: el bot no está en el chat», «Pendiente: reintento 2 de 3». */
export function deliverySentence(delivery: Delivery): string {
  const word = deliveryWords[delivery.telegramDeliveryStatus]
  const attempt = nextAttempt(delivery)
  if (attempt) return `${word}: reintento ${attempt}`
  if (delivery.telegramDeliveryStatus === 'success' && !delivery.fits)
    return `${word}: sin plantilla`
  return delivery.reason ? `${word}: ${afterColon(delivery.reason)}` : word
}

/** «mensaje 48213»; null as long as there is none. */
export function messageWords(messageIds: readonly number[]): string | null {
  if (messageIds.length === 0) return null
  const ids = list.format(messageIds.map(String))
  return `${messageIds.length === 1 ? 'mensaje' : 'mensajes'} ${ids}`
}

const list = new Intl.ListFormat('es')

/** What happened, without what to do about it, as it goes on after a colon. */
function afterColon(reason: string): string {
  const happened = reasonParts(reason).what.replace(/\.$/, '')
  return happened.startsWith('Telegram')
    ? happened
    : happened.charAt(0).toLowerCase() + happened.slice(1)
}
