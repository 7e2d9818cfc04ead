/** Instants of payloads, and their texts. */

import { dateFormats } from '../../format.ts'
import { memoize } from '../../memoize.ts'
import { isTimeZone } from '../../time-zone.ts'

const ISO =
  /^(?<day>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d(?:[.,]\d{1,9})?)? ?(?<zone>Z|[+-]\d\d(?::?\d\d)?)$/i
const SECONDS = /^[1-9]\d{9}(?:\.\d{1,9})?$/
const MILLISECONDS = /^[1-9]\d{12}$/

/**
 * The instant that a text names, in milliseconds UTC: ISO 8601 with its zone, or Unix time of ten digits
 * (seconds) or thirteen (milliseconds). Undefined for any other text, a date without a zone included.
 */
export function instantIn(text: string): number | undefined {
  const trimmed = text.length > MAX_LENGTH ? '' : text.trim()
  if (SECONDS.test(trimmed)) return Math.floor(Number(trimmed) * 1_000)
  if (MILLISECONDS.test(trimmed)) return Number(trimmed)
  const { day, time, seconds = '', zone = '' } = ISO.exec(trimmed)?.groups ?? {}
  if (day === undefined || !isDay(day)) return undefined
  const instant = Date.parse(`${day}T${time}${clockSeconds(seconds)}${offset(zone)}`)
  return Number.isNaN(instant) ? undefined : instant
}

const MAX_LENGTH = 100

/** Rejects dates such as 30 February, which `Date` turns into a day of March. */
function isDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

/** Cut to milliseconds: not all browsers read more digits. */
const clockSeconds = (seconds: string): string =>
  seconds.replace(',', '.').slice(0, ':07.130'.length)

function offset(zone: string): string {
  if (zone.length === 1) return 'Z'
  const [, hours, minutes = '00'] = /^(.\d\d):?(\d\d)?$/.exec(zone) ?? []
  return `${hours}:${minutes}`
}

/** Texts of an instant, each with the name of its zone, so that they are correct wherever they are read. */
type InstantTexts = {
  /** 19/11/2026 CET */
  date: (instant: number) => string
  /** 16:42 CET */
  time: (instant: number) => string
  /** 19/11/2026, 16:42 CET */
  dateTime: (instant: number) => string
  /** 19/11/2026, 16:42:07 CET */
  precise: (instant: number) => string
}

/** Cache size in code units of zone names, some sixty: formats are slow to create and take 200 kB per zone. */
const ROOM = 1_024

/** @param timeZone an IANA name; unknown names are taken for UTC */
export const instantTexts = memoize(
  timeZone => textsIn(isTimeZone(timeZone) ? timeZone : 'UTC'),
  ROOM,
)

function textsIn(timeZone: string): InstantTexts {
  const { date, time, shortTime } = dateFormats(timeZone)
  const format = new Intl.DateTimeFormat('es-ES', { timeZone, timeZoneName: 'short' })
  const zone = (instant: number) =>
    format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return {
    date: instant => `${date(instant)} ${zone(instant)}`,
    time: instant => `${shortTime(instant)} ${zone(instant)}`,
    dateTime: instant => `${date(instant)}, ${shortTime(instant)} ${zone(instant)}`,
    precise: instant => `${date(instant)}, ${time(instant)} ${zone(instant)}`,
  }
}
