/** Days and weeks of a reader's time zone, as they lie on the one time line. */

/** Milliseconds UTC; `to` is where the next one begins. `day` is the first day, such as 2026-11-19. */
export type CalendarPeriod = { day: string; from: number; to: number }

/**
 * The last days, the present one last. They have 23, 24 or 25 hours.
 * @param now milliseconds UTC
 */
export function lastDays(now: number, timeZone: string, count: number): CalendarPeriod[] {
  const today = dayAt(now, timeZone)
  return stretches(today.subtract({ days: count - 1 }), { days: 1 }, count, timeZone)
}

/** The last weeks from Monday on, the present one last. */
export function lastWeeks(now: number, timeZone: string, count: number): CalendarPeriod[] {
  const today = dayAt(now, timeZone)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  return stretches(monday.subtract({ weeks: count - 1 }), { weeks: 1 }, count, timeZone)
}

/** The same time of the day before; where the clock was moved over it, the nearest one. */
export const dayBefore = (now: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).subtract({ days: 1 })
    .epochMilliseconds

const dayAt = (now: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()

function stretches(
  first: Temporal.PlainDate,
  step: { days: number } | { weeks: number },
  count: number,
  timeZone: string,
): CalendarPeriod[] {
  const found: CalendarPeriod[] = []
  let day = first
  for (let n = 0; n < count; n += 1) {
    const next = day.add(step)
    found.push({ day: day.toString(), from: begin(day, timeZone), to: begin(next, timeZone) })
    day = next
  }
  return found
}

/** Not always at midnight, where the clock is moved then. */
const begin = (day: Temporal.PlainDate, timeZone: string): number =>
  day.toZonedDateTime(timeZone).epochMilliseconds
