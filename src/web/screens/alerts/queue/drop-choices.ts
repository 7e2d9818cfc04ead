/** Which waiting alerts are dropped: all, or by how long they have waited. */
export const dropChoices = ['all', '5min', '1h', 'time'] as const
export type DropChoice = (typeof dropChoices)[number]

const MINUTE = 60_000

/**
 * Latest arrival of an alert to drop, counted back from `asOf`; a clock time means its most recent
 * occurrence. Undefined if no time is given.
 */
export function droppedBefore(choice: DropChoice, clock: string, asOf: string): string | undefined {
  const now = Date.parse(asOf)
  switch (choice) {
    case 'all':
      return asOf
    case '5min':
      return new Date(now - 5 * MINUTE).toISOString()
    case '1h':
      return new Date(now - 60 * MINUTE).toISOString()
    case 'time':
      return lastTime(clock, now)
    default:
      return choice satisfies never
  }
}

/** Most recent instant at which the reader's clock showed this time. */
function lastTime(clock: string, now: number): string | undefined {
  const [hours, minutes] = clock.split(':').map(Number)
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return
  const time = new Date(now)
  time.setHours(hours, minutes, 0, 0)
  if (time.getTime() > now) {
    time.setDate(time.getDate() - 1)
    // A time that the clock skipped on one of the two days has moved.
    time.setHours(hours, minutes, 0, 0)
  }
  return time.toISOString()
}
