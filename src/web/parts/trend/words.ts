/** Texts about days and weeks, and the outcomes of their alerts. */

import { deliveryWords } from '#shared/delivery-status.ts'
import { dateFormats } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { TrendBucket } from '#shared/model/stats.ts'
import type { TrendPeriod } from '#shared/stats.ts'

export const periodNames: Record<TrendPeriod, string> = {
  '7d': '7 días',
  '30d': '30 días',
  '12w': '12 semanas',
}

/** Bars per label: about every fifth day, every second week. */
const steps: Record<TrendPeriod, number> = { '7d': 1, '30d': 5, '12w': 2 }

/** 2026-11-19 → «19 nov». */
export const dayName = (day: string): string => dates.shortDay(day)

/** «19 nov», «Semana del 16 nov», «19 nov, en curso». */
export function bucketName(day: string, period: TrendPeriod, isOngoing = false): string {
  const name = period === '12w' ? `Semana del ${dayName(day)}` : dayName(day)
  return isOngoing ? `${name}, en curso` : name
}

/** Days of a bucket for the history's filter; an unfinished week has no last day. */
export function bucketDays(day: string, period: TrendPeriod, isOngoing: boolean) {
  if (period !== '12w') return { from: day, to: day }
  return isOngoing ? { from: day } : { from: day, to: dayAfter(day, 6) }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Days that carry a label; the last one always does, and `sparse` leaves out every other label of 30 days. */
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

/** Outcomes of an alert, in stacking order. */
export const trendSeries = ['successful', 'failed', 'inactive', 'pending'] as const
type TrendSeries = (typeof trendSeries)[number]

export const seriesWords: Record<TrendSeries, string> = {
  successful: deliveryWords.success,
  failed: deliveryWords.failed,
  inactive: 'Inactiva',
  pending: deliveryWords.pending,
}

export type TrendCounts = Record<TrendSeries, number>

/** Success and failure are always listed, the others if above 0. */
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
