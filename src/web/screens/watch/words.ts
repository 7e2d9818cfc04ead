import { type dateFormats, formatNumber, plural, quantity, shownOf } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { WatchFilter } from '#shared/list-choices.ts'
import type { WatchedAlert, WatchList, WatchState } from '#shared/model/watch.ts'
import { daysFromToday } from '#web/parts/moment-words.ts'

type Dates = ReturnType<typeof dateFormats>

export const stateWords: Record<WatchState, string> = {
  quiet: 'Callada',
  expired: 'Caducada',
  'near-limit': 'Cerca del límite',
  late: 'Tarde',
  alive: 'Viva',
  unknown: 'Sin historia suficiente',
  off: 'Conexión inactiva',
}

export const filterWords: Record<WatchFilter, string> = {
  attention: 'Piden atención',
  quiet: 'Calladas',
  expired: 'Caducadas',
  'near-limit': 'Cerca del límite',
  late: 'Tarde',
  alive: 'Vivas',
  unknown: 'Sin historia suficiente',
  off: 'Con la conexión inactiva',
  silenced: 'Silenciadas',
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** «40 s», «25 min», «3 h», «2 días». */
export function gapWords(ms: number): string {
  if (ms < 1.5 * MINUTE) return `${Math.max(1, Math.round(ms / 1_000))}\u00a0s`
  if (ms < 1.5 * HOUR) return `${Math.round(ms / MINUTE)}\u00a0min`
  if (ms < 1.5 * DAY_MS) return `${Math.round(ms / HOUR)}\u00a0h`
  return `${formatNumber(Math.round(ms / DAY_MS))}\u00a0días`
}

/** «hoy, 16:42», «mañana, 09:15», «ayer, 23:10», «30 nov, 08:00». */
export function momentWords(instant: string, now: number, dates: Dates): string {
  const day = NEAR_DAYS.get(daysFromToday(instant, now, dates)) ?? dates.shortDay(instant)
  return `${day}, ${dates.shortTime(instant)}`
}

const NEAR_DAYS = new Map([
  [-1, 'ayer'],
  [0, 'hoy'],
  [1, 'mañana'],
])

/**
 * «unas 12 al día», «unas 3 por semana», «1 en 4 semanas»: over the time since the first firing, at most 4 weeks.
 * Without a usual gap the alert has no rhythm yet: its firings are counted, «3 veces en 5 días».
 */
export function paceWords(
  {
    strip: { counts },
    firstFiredAt,
    firings,
    usualGap,
  }: Pick<WatchedAlert, 'strip' | 'firstFiredAt' | 'firings' | 'usualGap'>,
  now: number,
): string {
  const days = Math.max(1, (now - Date.parse(firstFiredAt)) / DAY_MS)
  if (usualGap === null && days < counts.length) {
    const times = quantity(firings, 'vez', 'veces')
    return days < 2 ? `${times} hasta ahora` : `${times} en ${Math.floor(days)} días`
  }
  const known = counts.slice(-Math.ceil(Math.min(days, counts.length)))
  const total = known.reduce((sum, count) => sum + count, 0)
  const perDay = total / Math.min(days, counts.length)
  if (usualGap !== null && perDay >= 1.5) return `unas ${formatNumber(Math.round(perDay))} al día`
  if (usualGap !== null && perDay * 7 >= 1.5)
    return `unas ${formatNumber(Math.round(perDay * 7))} por semana`
  return `${formatNumber(total)} en 4 semanas`
}

/** Next expected time, if late or quiet with the time of the alarm or fall; undefined if the alert is not expected. */
export function nextWords(
  {
    state,
    expectedAt,
    alarmAt,
    stateSince,
  }: Pick<WatchedAlert, 'state' | 'expectedAt' | 'alarmAt' | 'stateSince'>,
  now: number,
  dates: Dates,
): { text: string; note?: string } | undefined {
  if (!expectedAt || state === 'unknown' || state === 'off' || state === 'expired') return undefined
  // The usual time has passed, but it is too early to miss the alert.
  if (state === 'alive' && Date.parse(expectedAt) < now) return { text: 'en cualquier momento' }
  const text = momentWords(expectedAt, now, dates)
  if (state === 'quiet') return { text, note: `callada ${momentWords(stateSince, now, dates)}` }
  if (state === 'late' && alarmAt)
    return { text, note: `avisa ${momentWords(alarmAt, now, dates)}` }
  return { text }
}

/** «Silenciada siempre», «Silenciada hasta hoy, 17:42». */
export function silenceWords(
  silenced: { until: string | null } | null,
  now: number,
  dates: Dates,
): string | undefined {
  if (!silenced) return undefined
  return silenced.until === null
    ? 'Silenciada siempre'
    : `Silenciada hasta ${momentWords(silenced.until, now, dates)}`
}

/** Label of the strip for screen readers. */
export function stripWords(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const empty = counts.filter(count => count === 0).length
  return `Últimos ${counts.length} días: ${quantity(total, 'vez', 'veces')}, ${quantity(empty, 'día', 'días')} sin ninguna`
}

/** «41 alertas», «2 de 41 alertas». */
export const countLine = (all: number, shown: number): string =>
  shownOf(shown, all, 'alerta', 'alertas')

/** Silences of the last 30 days, and how many of them were normal. */
export function fallsWords({ told, wereNormal }: { told: number; wereNormal: number }): string {
  if (told === 0) return 'Ninguna ha callado en los últimos 30 días.'
  const falls = `En los últimos 30 días, ${quantity(told, 'silencio', 'silencios')}`
  if (wereNormal === 0) return `${falls}.`
  return `${falls}; ${formatNumber(wereNormal)} ${plural(wereNormal, 'era normal', 'eran normales')}.`
}

/** Last period in which this server could not receive alerts; it counts against no alert. */
export function absenceWords(
  { absences, asOf }: Pick<WatchList, 'absences' | 'asOf'>,
  dates: Dates,
): string {
  const [last] = absences
  if (!last) return ''
  const now = Date.parse(asOf)
  const from = momentWords(last.from, now, dates)
  const to = momentWords(last.to, now, dates)
  return `Pregonero no pudo recibir nada de ${from} a ${to}: ese rato no cuenta contra ninguna.`
}
