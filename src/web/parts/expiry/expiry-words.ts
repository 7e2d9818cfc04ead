import { type dateFormats, formatNumber } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'

type Dates = ReturnType<typeof dateFormats>

/** An expiry at most this many days ahead is marked as `soon`; the first reminder is sent that many days before. */
const SOON_DAYS = 3

/** Expiry day of an alert, and the days left; both days as 2026-11-19. */
export function expiryWords(
  on: string,
  today: string,
  dates: Dates,
): { text: string; note: string; tone?: 'soon' | 'over' } {
  const left = Math.round((dayStart(on) - dayStart(today)) / DAY_MS)
  const text = dates.shortDay(`${on}T12:00:00`)
  const note = daysLeftWords(left)
  if (left < 0) return { text, note, tone: 'over' }
  return left <= SOON_DAYS ? { text, note, tone: 'soon' } : { text, note }
}

const dayStart = (day: string) => Date.parse(`${day}T00:00:00Z`)

function daysLeftWords(left: number): string {
  if (left === 0) return 'hoy'
  if (left === 1) return 'mañana'
  if (left === -1) return 'ayer'
  return left > 0 ? `en ${formatNumber(left)} días` : `hace ${formatNumber(-left)} días`
}
