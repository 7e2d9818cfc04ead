/** How the store's milliseconds become what a call answers. */
import { LAST_INSTANT } from '#shared/limits.ts'

/** ISO 8601 UTC of milliseconds. */
export const instant = (ms: number): string => new Date(ms).toISOString()

/** Null also for one that the contract has no words for: beyond the years 1970 to 9999. */
export const instantOrNull = (ms: number | null): string | null =>
  ms === null || ms < 0 || ms > LAST_INSTANT ? null : instant(ms)
