import { dateFormats } from '#shared/format.ts'
import { lazily } from '#shared/lazily.ts'

/** A browser that does not know where it is says so by this name. */
const NOWHERE = 'Etc/Unknown'

/** By its IANA name: Europe/Madrid. */
export const localTimeZone = lazily(() => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === NOWHERE ? 'UTC' : timeZone
})

/** Dates as the reader's clock and calendar have them. */
export const dates = dateFormats()

/**
 * The reader's day of an instant: 2026-11-19.
 * @param before so many days earlier
 */
export function dayOf(instant: number | string, before = 0): string {
  const at = new Date(instant)
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() - before)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
}
