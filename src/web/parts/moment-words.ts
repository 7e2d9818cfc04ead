/** Points in time, past or future, in words. */
import { type dateFormats, formatWait } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'

type Dates = ReturnType<typeof dateFormats>

/** «desde las 16:40», «desde mañana a las 16:40», on another day «desde el 18 nov a las 16:40». */
export function sinceWords(instant: string, now: number, dates: Dates): string {
  const day = dayWords(instant, now, dates)
  return `desde ${day && `${day} a `}las ${dates.shortTime(instant)}`
}

/** «a las 16:40», «mañana a las 16:40», on another day «el 20 nov a las 16:40». */
export function atWords(instant: string, now: number, dates: Dates): string {
  const day = dayWords(instant, now, dates)
  return `${day && `${day} `}a las ${dates.shortTime(instant)}`
}

const MINUTE = 60_000
/** Beyond this, a clock time says more than minutes. */
const NEAR = 10 * MINUTE
const AT_ONCE = 10_000

/** «en unos segundos», «en unos 4 min», «hacia las 16:40», «mañana hacia las 9:15». */
export function aboutWords(instant: string, now: number, dates: Dates): string {
  const left = Date.parse(instant) - now
  if (left < AT_ONCE) return 'en unos segundos'
  if (left < MINUTE) return 'en menos de 1\u00a0min'
  if (left < NEAR) return `en unos ${Math.ceil(left / MINUTE)}\u00a0min`
  const day = dayWords(instant, now, dates)
  return `${day && `${day} `}hacia las ${dates.shortTime(instant)}`
}

/** «en 43 s», «en 4 min», «en 3 h», counting down; «en un momento» when the time has come. */
export function countdownWords(instant: string, now: number): string {
  const seconds = Math.ceil((Date.parse(instant) - now) / 1_000)
  return seconds < 1 ? 'en un momento' : `en ${formatWait(seconds)}`
}

/** «mañana», «el 20 nov»; '' for today. */
function dayWords(instant: string, now: number, dates: Dates): string {
  const days = daysFromToday(instant, now, dates)
  if (days === 0) return ''
  return days === 1 ? 'mañana' : `el ${dates.shortDay(instant)}`
}

/** Whole days of the calendar, some of which last 23 or 25 hours: 1 for tomorrow, -1 for yesterday. */
export function daysFromToday(instant: string, now: number, dates: Dates): number {
  const dayNumber = (at: string | number) => {
    const [day = 0, month = 1, year = 0] = dates.date(at).split('/').map(Number)
    return Date.UTC(year, month - 1, day) / DAY_MS
  }
  return dayNumber(instant) - dayNumber(now)
}
