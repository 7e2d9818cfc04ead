/** ISO 8601 UTC of milliseconds. */
export const instant = (ms: number): string => new Date(ms).toISOString()

export const instantOrNull = (ms: number | null): string | null =>
  ms === null ? null : instant(ms)
