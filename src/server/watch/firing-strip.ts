/** Firings of a series on each of the last days, in its account's time zone, as a short JSON text. */
import { dayAt, dayNumber, dayText, startOfDay } from '#server/base/account-days.ts'
import { DAY_MS, STRIP_DAYS } from '#shared/limits.ts'

/** `day`: number of the last day; `counts`: firings of each day, in order. */
type Strip = { day: number; counts: readonly number[] }

/** @param firings instants in order, in milliseconds */
export function countInStrip(text: string, firings: readonly number[], timeZone: string): string {
  const known: Strip = text === '' ? { day: 0, counts: [] } : JSON.parse(text)
  let { day, counts } = movedTo(known, known.day)
  let from = 0
  let to = 0
  let current = 0
  for (const at of firings) {
    if (at < from || at >= to) {
      const today = dayAt(at, timeZone)
      current = dayNumber(today)
      from = startOfDay(today, timeZone)
      // The day on which summer time begins is an hour shorter.
      to = Math.max(from + DAY_MS - 60 * 60_000, at + 1)
    }
    if (current > day) ({ day, counts } = movedTo({ day, counts }, current))
    const nth = STRIP_DAYS - 1 - (day - current)
    if (nth >= 0) counts[nth] = (counts[nth] ?? 0) + 1
  }
  return JSON.stringify({ day, counts })
}

/** Adds up the strips of several series. */
export function joinStrips(texts: readonly string[]): string {
  const strips = texts.filter(text => text !== '').map((text): Strip => JSON.parse(text))
  if (strips.length === 0) return ''
  const last = Math.max(...strips.map(({ day }) => day))
  const { day, counts } = strips
    .map(strip => movedTo(strip, last))
    .reduce((one, other) => ({
      day: last,
      counts: one.counts.map((count, nth) => count + (other.counts[nth] ?? 0)),
    }))
  return JSON.stringify({ day, counts })
}

/** Counts up to today or the strip's last day, whichever is later. */
export function stripUntil(text: string, today: string): { until: string; counts: number[] } {
  const known: Strip = JSON.parse(text)
  const { day, counts } = movedTo(known, Math.max(dayNumber(today), known.day))
  return { until: dayText(day), counts }
}

/** Moves a strip to a later last day, adding days without firings. */
function movedTo(strip: Strip, day: number): { day: number; counts: number[] } {
  const first = strip.counts.length - STRIP_DAYS + (day - strip.day)
  return {
    day,
    counts: Array.from({ length: STRIP_DAYS }, (_, nth) => strip.counts[first + nth] ?? 0),
  }
}
