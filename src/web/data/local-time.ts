import { dateFormats } from '#shared/format.ts'
import { lazily } from '#shared/lazily.ts'

/** Zone name of a browser that does not know its zone. */
const NOWHERE = 'Etc/Unknown'

/** IANA name of the browser's time zone: Europe/Madrid. */
export const localTimeZone = lazily(() => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === NOWHERE ? 'UTC' : timeZone
})

/** Date formats in the reader's time zone. */
export const dates = dateFormats()

/**
 * Local day of an instant: 2026-11-19.
 * @param before number of days to subtract
 */
export function dayOf(instant: number | string, before = 0): string {
  const at = new Date(instant)
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() - before)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
}
