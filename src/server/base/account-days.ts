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

/** When a day, or the next one, begins there. Milliseconds UTC. */
export const startOfDay = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds

export const addDays = (day: string, days: number): string => dayText(dayNumber(day) + days)

/**
 * When it is next that time of day. Where a clock skips it, shortly after.
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

/** Reminders of an expiry come at that time of day, so many days before. */
const REMINDED_AT = '09:00'
const REMINDED_BEFORE = [3, 1]

/** @returns when its owner is next reminded that something expires on a day; null: not any more */
export function nextReminder(expiresOn: string, after: number, timeZone: string): number | null {
  for (const days of REMINDED_BEFORE) {
    const at = timeOfDay(addDays(expiresOn, -days), REMINDED_AT, timeZone)
    if (at > after) return at
  }
  return null
}

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
