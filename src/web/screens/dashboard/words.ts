/** Texts of the dashboard about its figures and the state of delivery. */

import { type dateFormats, formatNumber, plural, quantity } from '#shared/format.ts'
import { GOOD_SUCCESS_SHARE, LATE_AFTER_MS } from '#shared/limits.ts'
import type { Summary } from '#shared/model/stats.ts'
import type { WatchSummary } from '#shared/model/watch.ts'
import { sinceWords } from '#web/parts/moment-words.ts'

export const dashboardTexts = {
  reset: 'Diseño del panel restablecido.',
  widgetMissing: (name: string) => `Error: Widget ${name} no encontrado`,
  widgetFailed: 'No se pudo cargar este widget.',
  setUp: '¡Configuración inicial completada! Bienvenido a tu panel.',
}

type Dates = ReturnType<typeof dateFormats>

/** «1 con fallos», «todas al día». */
export function connectionsNote({ active, total, troubled }: Summary['connections']): string {
  if (total === 0) return 'aún ninguna'
  if (troubled > 0) return `${formatNumber(troubled)} con fallos`
  if (active === 0) return 'ninguna activa'
  return plural(total, 'al día', 'todas al día')
}

/** «718 de 742 en 7 días». */
export function deliveryNote({ successful, failed }: Summary['delivery']): string {
  const attempted = successful + failed
  if (attempted === 0) return 'sin envíos en 7 días'
  return `${formatNumber(successful)} de ${formatNumber(attempted)} en 7 días`
}

/** True if the success rate is good; undefined without attempts. */
export function isGoodDelivery({ successful, failed }: Summary['delivery']): boolean | undefined {
  const attempted = successful + failed
  return attempted === 0 ? undefined : successful / attempted > GOOD_SUCCESS_SHARE
}

/** «Nada por enviar», «3 por enviar desde las 16:40». */
export function waitingWords({ count, since }: Summary['waiting'], now: number, dates: Dates) {
  if (count === 0) return 'Nada por enviar'
  const waiting = `${formatNumber(count)} por enviar`
  return since === null ? waiting : `${waiting} ${sinceWords(since, now, dates)}`
}

/** True if the oldest alert has waited longer than normal sending takes. */
export const isWaitingLong = ({ count, since }: Summary['waiting'], now: number): boolean =>
  count > 0 && since !== null && now - Date.parse(since) > LATE_AFTER_MS

/** Says which alerts wait while Telegram does not answer: all, or only some connections'. */
export function silenceWords(
  { since, connections }: NonNullable<Summary['telegramSilence']>,
  now: number,
  dates: Dates,
): string {
  const instant = sinceWords(since, now, dates)
  if (!connections) return `Telegram no responde ${instant}: las alertas esperan`
  const others = connections.count - 1
  const andOthers = others === 0 ? '' : ` y ${quantity(others, 'conexión', 'conexiones')} más`
  return `Telegram no responde a «${connections.name}»${andOthers} ${instant}: sus alertas esperan`
}

/** «1 alerta callada», «2 alertas calladas, 1 latido no llega»; null while all are heard. */
export function quietWords({ quiet, silentHeartbeats }: WatchSummary): string | null {
  const told = []
  if (quiet > 0) told.push(quantity(quiet, 'alerta callada', 'alertas calladas'))
  if (silentHeartbeats > 0)
    told.push(quantity(silentHeartbeats, 'latido no llega', 'latidos no llegan'))
  return told.join(', ') || null
}
