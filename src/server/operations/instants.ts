/** Converts the store's milliseconds to the API's instants. */
import { LAST_INSTANT } from '#shared/limits.ts'

/** ISO 8601 UTC of milliseconds. */
export const instant = (ms: number): string => new Date(ms).toISOString()

/** Null also outside the years 1970 to 9999, which the contract can't express. */
export const instantOrNull = (ms: number | null): string | null =>
  ms === null || ms < 0 || ms > LAST_INSTANT ? null : instant(ms)
