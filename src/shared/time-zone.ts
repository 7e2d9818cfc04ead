import { memoize } from './memoize.ts'

/** True for an IANA name. Offsets are refused: their days need not begin at the 15-minute buckets of alert counts. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('es', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** The account's zone; the installation's if the account has none, or one that this runtime does not know. */
export const zoneOf = (own: string | null, installation: string): string =>
  (own !== null && knownZone(own)) || installation

/** Cached, since the lookup is slow. Empty for an unknown name. */
const knownZone = memoize(name => (isTimeZone(name) ? name : ''), 16_384)
