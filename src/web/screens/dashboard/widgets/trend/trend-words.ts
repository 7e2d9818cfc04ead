/** What the trend chart says of days and weeks. */
import { dateFormats } from '#shared/format.ts'
import type { TrendBucket, TrendPeriod } from '#shared/model/stats.ts'

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

export interface TrendTotals {
  successful: number
  failed: number
  /** Those that no bar shows: they wait, or came to an inactive connection. */
  unsent: number
}

export function trendTotals(buckets: readonly TrendBucket[]): TrendTotals {
  const totals = { successful: 0, failed: 0, unsent: 0 }
  for (const { successful, failed, inactive, pending } of buckets) {
    totals.successful += successful
    totals.failed += failed
    totals.unsent += inactive + pending
  }
  return totals
}

/** A calendar day is read as midnight UTC. */
const dates = dateFormats('UTC')
