import { memoize } from './memoize.ts'

/** Of an IANA name. An offset is none: days would begin beside the quarters of an hour that alerts are counted by. */
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
