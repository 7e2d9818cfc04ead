import { lazily } from '#shared/lazily.ts'
import type { AlertFilter } from '#shared/model/alert.ts'
import { dayOf } from '#web/data/local-time.ts'

/** Days as 2026-11-19, both included; with only one of them, the range is open on the other side. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Swaps two days in the wrong order. */
export const orderedDays = <T extends Days>(days: T): T =>
  days.from && days.to && days.from > days.to ? { ...days, from: days.to, to: days.from } : days

/**
 * Start of the first day and of the day after the last, in the reader's time zone, as instants.
 * Days have 23, 24 or 25 hours, and not all of them begin at midnight.
 */
export const daysAsInstants = ({ from, to }: Days): Days => ({
  from: from && beginOf(from, 0),
  to: to && beginOf(to, 1),
})

/** Named periods; all end today, except yesterday. */
export function namedPeriods(now: number): { label: string; from: string; to: string }[] {
  return [
    { label: 'Hoy', from: dayOf(now), to: dayOf(now) },
    { label: 'Ayer', from: dayOf(now, 1), to: dayOf(now, 1) },
    { label: '7 días', from: dayOf(now, 6), to: dayOf(now) },
    { label: '30 días', from: dayOf(now, 29), to: dayOf(now) },
  ]
}

const periodName = ({ from, to }: Days, now: number): string | undefined =>
  namedPeriods(now).find(period => period.from === from && period.to === to)?.label

/** «Hoy», «13/11/2026 – 19/11/2026», «Desde el 13/11/2026»; undefined for all days. */
export function periodWords(days: Days, now: number): string | undefined {
  const [from, to] = [days.from, days.to].map(day => day?.split('-').reverse().join('/'))
  if (from && to) return periodName(days, now) ?? (from === to ? from : `${from} – ${to}`)
  if (from) return `Desde el ${from}`
  if (to) return `Hasta el ${to}`
}

/** «Hoy», «13–19 nov», «desde el 13 nov», «hasta el 19 nov»; with the year, unless it is that of `now`. */
export function daysWords(filtered: Days, now: number): string | undefined {
  const name = periodName(filtered, now)
  if (name) return name
  const { from, to } = filtered
  const year = String(new Date(now).getFullYear())
  const days = [from, to].flatMap(day => (day ? [day] : []))
  const format = days.every(day => day.startsWith(year)) ? short() : withYear()
  if (from && to) return format.formatRange(Date.parse(from), Date.parse(to))
  if (from) return `desde el ${format.format(Date.parse(from))}`
  if (to) return `hasta el ${format.format(Date.parse(to))}`
}

/** Narrows a filter to the reader's day that contains an instant. */
export function withinDay(filter: AlertFilter, instant: string): AlertFilter {
  const day = dayOf(instant)
  const { from = '', to = '' } = daysAsInstants({ from: day, to: day })
  return {
    ...filter,
    from: filter.from && filter.from > from ? filter.from : from,
    to: filter.to && filter.to < to ? filter.to : to,
  }
}

function beginOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

// A day without a time is parsed as UTC.
const dayAndMonth = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const short = lazily(() => new Intl.DateTimeFormat('es-ES', dayAndMonth))
const withYear = lazily(() => new Intl.DateTimeFormat('es-ES', { ...dayAndMonth, year: 'numeric' }))
