import { z } from 'zod'
import { memoize } from '../memoize.ts'

/** An IANA name: Europe/Madrid. */
export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'Esa zona horaria no existe.')

/** An offset is none: days would begin beside the quarters of an hour that alerts are counted by. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('es', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** The account's zone; the installation's where it has none, or one that is not known here. */
export const zoneOf = (own: string | null, installation: string): string =>
  (own !== null && knownZone(own)) || installation

/** To look a name up takes long. Empty where it is none. */
const knownZone = memoize(name => (isTimeZone(name) ? name : ''), 16_384)
