import { lazily } from '#shared/lazily.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const relative = lazily(() => new Intl.RelativeTimeFormat('es-ES', { style: 'short' }))
const days = lazily(() => new Intl.RelativeTimeFormat('es-ES'))

/** «hace 12 s», «hace 4 min», «hace 3 h», «hace 2 días»; never in the future, whatever the clocks say. */
export function relativeTime(instant: string, now: number): string {
  const age = Math.max(0, now - Date.parse(instant))
  if (age < SECOND) return 'ahora mismo'
  if (age < MINUTE) return relative().format(-Math.floor(age / SECOND), 'second')
  if (age < HOUR) return relative().format(-Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return relative().format(-Math.floor(age / HOUR), 'hour')
  return days().format(-Math.floor(age / DAY), 'day')
}

/** «42s atrás», «12m atrás», «3h atrás», «2d atrás»; never in the future, whatever the clocks say. */
export function shortRelativeTime(instant: string, now: number): string {
  const age = Math.max(0, now - Date.parse(instant))
  if (age < MINUTE) return `${Math.floor(age / SECOND)}s atrás`
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m atrás`
  if (age < DAY) return `${Math.floor(age / HOUR)}h atrás`
  return `${Math.floor(age / DAY)}d atrás`
}
