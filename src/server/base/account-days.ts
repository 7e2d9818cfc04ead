/** Days and times of day in an account's zone. */
import { DAY_MS } from '#shared/limits.ts'

/** Days since 1970. @param day 2026-11-19 */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS

/** @param number days since 1970 */
export const dayText = (number: number): string =>
  new Date(number * DAY_MS).toISOString().slice(0, 10)

/** @param at milliseconds UTC */
export const dayAt = (at: number, timeZone: string): string =>
  zoned(at, timeZone).toPlainDate().toString()

/** Start of a day in the zone, milliseconds UTC; of the next day if the zone skipped this one. */
export const startOfDay = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds

export const addDays = (day: string, days: number): string => dayText(dayNumber(day) + days)

/**
 * Next instant of a time of day, milliseconds UTC; shortly after it if a clock change skips that time.
 * @param time 08:00
 * @param after milliseconds UTC
 */
export function nextTimeOfDay(time: string, after: number, timeZone: string): number {
  const today = dayAt(after, timeZone)
  for (const day of [today, addDays(today, 1)]) {
    const at = timeOfDay(day, time, timeZone)
    if (at > after) return at
  }
  return timeOfDay(addDays(today, 2), time, timeZone)
}

const timeOfDay = (day: string, time: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds

/** Time of day of expiry reminders, and how many days before the expiry they are sent. */
const REMINDED_AT = '09:00'
const REMINDED_BEFORE = [3, 1]

/** @returns time of the owner's next reminder of an expiry, milliseconds UTC; null if none is left */
export function nextReminder(expiresOn: string, after: number, timeZone: string): number | null {
  for (const days of REMINDED_BEFORE) {
    const at = timeOfDay(addDays(expiresOn, -days), REMINDED_AT, timeZone)
    if (at > after) return at
  }
  return null
}

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
