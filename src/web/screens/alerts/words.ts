/** Texts of the history: about a single alert (delivery, attempts), and about several (selection, resending, deletion). */
import { deliveryWords } from '#shared/delivery-status.ts'
import { formatDuration, formatList, formatNumber, plural, quantity } from '#shared/format.ts'
import {
  COUNTED_MATCHES,
  MAX_KEPT_ATTEMPTS,
  MAX_SELECTED_ALERTS,
  MOST_SENDS_IN_DOUBT,
  PURGE_DAYS,
} from '#shared/limits.ts'
import { MAX_PARTS } from '#shared/message/bound-message.ts'
import type { Alert, AlertDetail } from '#shared/model/alert.ts'
import { dates } from '#web/data/local-time.ts'
import { nextAttempt, reasonParts } from '#web/parts/delivery-words.ts'
import { type Counted, totalWords } from '#web/parts/page-range.ts'
import type { Journey, JourneyStep } from './detail/journey-steps.ts'
import { failedOf } from './selection/failed-of.ts'
import type { AlertsSearch } from './use-alerts-search.ts'

export const historyTexts = {
  deleted: (count: number) => `${formatNumber(count)} alerta(s) eliminada(s).`,
  purged: (count: number) => `${formatNumber(count)} alerta(s) antigua(s) eliminada(s).`,
  exported: (file: string) => `Historial exportado: ${file}`,
  mostSelected: `Como máximo ${MAX_SELECTED_ALERTS} alertas a la vez. Para más, selecciona todas las que coinciden.`,
}

/** «128 alertas». */
export const alertCount = (count: Counted): string =>
  plural(count.total, '1 alerta', `${totalWords(count)} alertas`)

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

/** Why an alert failed or waits, or that a delivered one did not match its template. */
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

/** «mensaje 48213»; null without ids. */
export function messageWords(messageIds: readonly number[]): string | null {
  if (messageIds.length === 0) return null
  return `${plural(messageIds.length, 'mensaje', 'mensajes')} ${formatList(messageIds.map(String))}`
}

/** The reason without its remedy, worded to follow a colon. */
function afterColon(reason: string): string {
  const happened = reasonParts(reason).what.replace(/\.$/, '')
  return happened.startsWith('Telegram')
    ? happened
    : happened.charAt(0).toLowerCase() + happened.slice(1)
}

interface PartlyShown extends Pick<AlertsSearch, 'sort' | 'search'> {
  total: number
}

/** Says why only some matches are counted, and how to reach the others. */
export function moreWords({ total, sort, search }: PartlyShown): string {
  if (total < COUNTED_MATCHES)
    return 'Se ha buscado solo en una parte del historial. Escribe tres letras o más o, si ya lo has hecho, vuelve en un rato.'
  const limit = formatNumber(COUNTED_MATCHES)
  const end = sort === 'timestamp-asc' ? 'antiguas' : 'recientes'
  return search
    ? `La búsqueda encuentra más de ${limit} alertas y se muestran las ${limit} más ${end}. Añade palabras, fechas u otros filtros para llegar a las demás.`
    : `Se muestran las ${limit} alertas más ${end}. Hay más: acota por fechas para llegar a las demás.`
}

/** «3 seleccionadas». */
export function selectedWords(selected: Counted): string {
  if (selected.total === 0) return 'Ninguna seleccionada'
  return plural(selected.total, '1 seleccionada', `${totalWords(selected)} seleccionadas`)
}

/**
 * «en esta página», «3 en otras páginas» if all selected alerts can be resent; otherwise how many can:
 * «solo 2 son fallidas», «3 en otras páginas; ninguna es fallida».
 */
export function selectionWords(
  alerts: readonly Pick<Alert, 'telegramDeliveryStatus'>[],
  elsewhere: number,
): string {
  const failed = failedOf(alerts).length
  const where = elsewhere === 0 ? 'en esta página' : `${formatNumber(elsewhere)} en otras páginas`
  if (failed === alerts.length) return where
  const which =
    failed === 0
      ? plural(alerts.length, 'no es fallida', 'ninguna es fallida')
      : `solo ${quantity(failed, 'es fallida', 'son fallidas')}`
  return elsewhere === 0 ? which : `${where}; ${which}`
}

/** «Seleccionar las 3.482 que coinciden»; without a filter «del historial». */
export const everythingWords = (count: Counted, isFiltered: boolean): string =>
  `Seleccionar las ${totalWords(count)} ${isFiltered ? 'que coinciden' : 'del historial'}`

/** Confirmation of deleting alerts picked one by one. */
export const pickedText = (names: readonly string[]): string =>
  names.length === 1
    ? `Se eliminará «${names[0]}» del historial. No se puede deshacer.`
    : `Se eliminarán del historial las ${formatNumber(names.length)} alertas seleccionadas. No se puede deshacer.`

/** Confirmation of deleting all matches of a filter. */
export const foundText = (count: Counted): string =>
  plural(
    count.total,
    'Se eliminará la única alerta que coincide. No se puede deshacer.',
    `Se eliminarán las ${alertCount(count)} que coinciden, de todas sus páginas. No se puede deshacer.`,
  )

export function purgeText(count: Counted): string {
  if (count.total === 0) return `No hay alertas de hace más de ${PURGE_DAYS} días.`
  const which = plural(count.total, 'Se eliminará', 'Se eliminarán')
  return `${which} ${alertCount(count)} de hace más de ${PURGE_DAYS} días. No se puede deshacer.`
}

/** «3 aún por enviar: ya no se enviarán.» */
export const pendingText = (pending: Counted): string =>
  `${totalWords(pending)} aún por enviar: ${plural(pending.total, 'ya no se enviará', 'ya no se enviarán')}.`

/** «500 de 1.240 alertas eliminadas.» */
export const partlyDeleted = (done: number, counted: Counted): string =>
  `${formatNumber(done)} de ${alertCount(counted)} ${plural(counted.total, 'eliminada', 'eliminadas')}.`

/** Numbers of alerts that were resent and that could not be. */
interface Resent {
  resent: number
  kept: number
}

const KEPT = 'su conexión está inactiva o se eliminó.'

/** Toast after resending. */
export function resentToast({ resent, kept }: Resent) {
  if (kept <= 0) return { type: 'success', message: `${alertsResent(resent)}.` } as const
  if (resent === 0)
    return { type: 'warning', message: `No se reenvió ninguna alerta: ${KEPT}` } as const
  const stay = quantity(kept, 'se queda como está', 'se quedan como están')
  return { type: 'warning', message: `${alertsResent(resent)}. ${stay}: ${KEPT}` } as const
}

/** «500 de 1.240 alertas reenviadas.» if it ended early. */
export const partlyResent = (resent: number, counted: Counted): string =>
  `${formatNumber(resent)} de ${alertCount(counted)} ${plural(counted.total, 'reenviada', 'reenviadas')}.`

/** «Reenviar las 1.240 fallidas…»; until they are counted: «Reenviar las fallidas…». */
export function resendAllLabel(count: Counted | undefined): string {
  if (count === undefined) return 'Reenviar las fallidas…'
  return plural(count.total, 'Reenviar la fallida…', `Reenviar las ${totalWords(count)} fallidas…`)
}

/** Confirmation text of resending all of a filter, or all of today. */
export function resendAllText(count: Counted, areOfToday = false): string {
  if (count.total === 0) return 'Ninguna de estas alertas es fallida.'
  const which = plural(
    count.total,
    `Se reenviará la única alerta fallida ${areOfToday ? 'de hoy' : 'de este filtro'}. Irá`,
    `Se reenviarán las ${totalWords(count)} alertas fallidas ${areOfToday ? 'de hoy' : 'de este filtro, de todas sus páginas'}. Irán`,
  )
  return `${which} al final de la cola de su chat. Si la conexión está inactiva o se eliminó, no se reenvía.`
}

/** Warns that the chat will have the alert twice. */
export function resendDeliveredText({ name, connectionName, deliveredAt }: Delivered): string {
  const when = deliveredAt && ` el ${dates.date(deliveredAt)} a las ${dates.time(deliveredAt)}`
  return `«${name}» ya se entregó${when ?? ''}. Si la reenvías, el chat de «${connectionName}» la tendrá dos veces.`
}

type Delivered = Pick<AlertDetail, 'name' | 'connectionName' | 'deliveredAt'>

const alertsResent = (resent: number): string =>
  quantity(resent, 'alerta reenviada', 'alertas reenviadas')

/** «Casi todo el tiempo fue de TradingView a aquí.»; null if no step took more than half of it. */
export function whereTimeWent(
  longest: Pick<NonNullable<Journey['longest']>, 'kind' | 'share'> | null,
): string | null {
  const stretch = longest && stretches[longest.kind]
  if (!stretch || longest.share <= 0.5) return null
  const most = longest.share >= 0.8 ? 'Casi todo el tiempo' : 'La mayor parte del tiempo'
  return `${most} fue ${stretch}.`
}

const stretches: Partial<Record<JourneyStep['kind'], string>> = {
  received: 'de TradingView a aquí',
  sent: 'de espera en la cola del chat',
  retried: 'de espera entre intentos',
  delivered: 'de aquí a Telegram',
}

/** «Telegram no respondió a tiempo · 10 s»: outcome of an attempt and its duration. */
export function attemptWords({ reason, ms }: { reason: string; ms: number }): string {
  const happened = reasonParts(reason).what.replace(/\.$/, '')
  return ms < WORTH_TELLING_MS ? happened : `${happened} · ${formatDuration(ms)}`
}

/** In ms; shorter durations are not shown. */
const WORTH_TELLING_MS = 1_000

/** «Enviada junto con otras 11 alertas en un mensaje.»; null if it was sent alone. */
export function sentTogetherWords({ sentTogether }: Pick<AlertDetail, 'sentTogether'>) {
  if (sentTogether === null || sentTogether < 2) return null
  const others = sentTogether === 2 ? 'otra alerta' : `otras ${sentTogether - 1} alertas`
  return `Enviada junto con ${others} en un mensaje.`
}

export const CUT_WORDS = `El mensaje se cortó: una alerta se envía en ${MAX_PARTS} mensajes como mucho.`

/** Possible duplicates after attempts without an answer; null if there is no doubt. */
export function doubtWords({
  uncertain,
  telegramDeliveryStatus,
  attempts = [],
}: Pick<AlertDetail, 'uncertain' | 'telegramDeliveryStatus' | 'attempts'>) {
  if (!uncertain) return null
  // Attempts dropped from the log may have been in doubt as well.
  const isWhole = attempts.length < MAX_KEPT_ATTEMPTS
  const count = isWhole ? attempts.filter(({ inDoubt }) => inDoubt).length : MOST_SENDS_IN_DOUBT
  const isOne = count < 2
  return {
    what: isOne ? doubts[telegramDeliveryStatus] : manyDoubts[telegramDeliveryStatus](count),
    remedy: `Entrega incierta: ${isOne ? 'un intento salió' : `${count} intentos salieron`} hacia Telegram sin respuesta.`,
  }
}

/** Max number of copies in the chat: each part of a long message is sent at most `MOST_SENDS_IN_DOUBT` times. */
const mostCopies = (count: number): number => Math.min(count, MOST_SENDS_IN_DOUBT)

const doubts: Record<AlertDetail['telegramDeliveryStatus'], string> = {
  success: 'Puede haber llegado dos veces.',
  pending: 'Puede llegar dos veces.',
  failed: 'Puede haber llegado.',
}

const manyDoubts: Record<AlertDetail['telegramDeliveryStatus'], (count: number) => string> = {
  success: count => `Puede haber llegado hasta ${mostCopies(count + 1)} veces.`,
  pending: count => `Puede llegar hasta ${mostCopies(count + 1)} veces.`,
  failed: count => `Puede haber llegado varias veces, ${mostCopies(count)} como mucho.`,
}
