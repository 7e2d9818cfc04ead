/** Days and weeks of a reader's time zone as ranges of milliseconds UTC. */

/** A day or a week. Milliseconds UTC; `to` is exclusive. `day` is the first day: 2026-11-19. */
export type CalendarPeriod = { day: string; from: number; to: number }

/**
 * The last days, today last. They have 23, 24 or 25 hours.
 * @param now milliseconds UTC
 */
export function lastDays(now: number, timeZone: string, count: number): CalendarPeriod[] {
  const today = dayAt(now, timeZone)
  return periods(today.subtract({ days: count - 1 }), { days: 1 }, count, timeZone)
}

/** The last weeks, from Monday to Sunday, the present one last. */
export function lastWeeks(now: number, timeZone: string, count: number): CalendarPeriod[] {
  const today = dayAt(now, timeZone)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  return periods(monday.subtract({ weeks: count - 1 }), { weeks: 1 }, count, timeZone)
}

/** The same time yesterday, milliseconds UTC; shortly after it if a clock change skips that time. */
export const dayBefore = (now: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).subtract({ days: 1 })
    .epochMilliseconds

const dayAt = (now: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()

function periods(
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

/** Start of a day: not always midnight, because some zones change their clocks at that time. */
const begin = (day: Temporal.PlainDate, timeZone: string): number =>
  day.toZonedDateTime(timeZone).epochMilliseconds
