import type { dateFormats } from '#shared/format.ts'
import { countdownWords } from './moment-words.ts'
import { relativeTime } from './relative-time.ts'

/** Tolerance for clocks that differ: only instants further ahead are shown as future. */
const AHEAD = 60_000

/**
 * A time in a message as its reader sees it, in Telegram's format: «19/11/2026», «16:35», «hace 2 min».
 * @param now milliseconds UTC
 * @returns undefined for another format
 */
export function readersTimeWords(
  instant: string,
  format: string | undefined,
  now: number,
  dates: ReturnType<typeof dateFormats>,
): string | undefined {
  switch (format) {
    case 'r':
      return Date.parse(instant) > now + AHEAD
        ? countdownWords(instant, now)
        : relativeTime(instant, now)
    case 'd':
      return dates.date(instant)
    case 't':
      return dates.shortTime(instant)
    case 'dt':
      return `${dates.date(instant)}, ${dates.shortTime(instant)}`
    default:
      return undefined
  }
}
