/** What the dashboard says of its figures, of the state of delivery, and of days and weeks. */

import { deliveryWords } from '#shared/delivery-status.ts'
import { dateFormats, formatNumber, plural, quantity } from '#shared/format.ts'
import { GOOD_SUCCESS_SHARE, LATE_AFTER_MS } from '#shared/limits.ts'
import type { Summary, TrendBucket, TrendPeriod } from '#shared/model/stats.ts'
import { sinceWords } from '#web/parts/moment-words.ts'

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

/** Undefined while nothing was tried. */
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

/** The oldest waits longer than anything does that is merely on its way. */
export const isWaitingLong = ({ count, since }: Summary['waiting'], now: number): boolean =>
  count > 0 && since !== null && now - Date.parse(since) > LATE_AFTER_MS

/** Which alerts wait for a Telegram that does not answer: everybody's, or those of some connections. */
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

export const periodNames: Record<TrendPeriod, string> = {
  '7d': '7 días',
  '30d': '30 días',
  '12w': '12 semanas',
}

/** A label stands under every so many bars: about every fifth day, every second week. */
const steps: Record<TrendPeriod, number> = { '7d': 1, '30d': 5, '12w': 2 }

/** 2026-11-19 → «19 nov». */
export const dayName = (day: string): string => dates.shortDay(day)

/** «19 nov», «Semana del 16 nov». */
export const bucketName = (day: string, period: TrendPeriod): string =>
  period === '12w' ? `Semana del ${dayName(day)}` : dayName(day)

/** The days that carry a label; the last one always does, and `sparse` leaves out every other one. */
export function labelledDays(
  days: readonly string[],
  period: TrendPeriod,
  sparse: boolean,
): string[] {
  const step = steps[period] * (sparse && period === '30d' ? 2 : 1)
  const last = days.length - 1
  const first = period === '12w' ? last % step : 0
  return days.filter((_day, index) => index === last || (index - first) % step === 0)
}

/** What became of an alert, in the order in which bars are piled up. */
export const trendSeries = ['successful', 'failed', 'inactive', 'pending'] as const
type TrendSeries = (typeof trendSeries)[number]

export const seriesWords: Record<TrendSeries, string> = {
  successful: deliveryWords.success,
  failed: deliveryWords.failed,
  inactive: 'Inactiva',
  pending: deliveryWords.pending,
}

export type TrendCounts = Record<TrendSeries, number>

/** Success and failure are always told, the others where there are any. */
export const toldSeries = (counts: TrendCounts): TrendSeries[] =>
  trendSeries.filter(series => series === 'successful' || series === 'failed' || counts[series] > 0)

export const totalOf = (counts: TrendCounts): number =>
  trendSeries.reduce((sum, series) => sum + counts[series], 0)

export function trendTotals(buckets: readonly TrendBucket[]): TrendCounts {
  const totals = { successful: 0, failed: 0, inactive: 0, pending: 0 }
  for (const counts of buckets) for (const series of trendSeries) totals[series] += counts[series]
  return totals
}

/** A calendar day is read as midnight UTC. */
const dates = dateFormats('UTC')
