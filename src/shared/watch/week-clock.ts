import { memoize } from '../memoize.ts'

export const MINUTE = 60_000
export const DAY = 1_440 * MINUTE
export const WEEK = 7 * DAY
/** Half an hour, since market sessions begin and end on half hours. */
export const SLOT = 30 * MINUTE
export const SLOTS_A_DAY = DAY / SLOT
export const SLOTS = WEEK / SLOT

/**
 * The epoch was a Thursday; a week of slots begins on Monday. A firing at the end of a bar comes moments after
 * it, and belongs to the half hour that ends with the bar.
 */
const FIRST_MONDAY = 4 * DAY
const AFTER_A_BAR = 2 * MINUTE

/** Index of the half hour of the week that contains a local time. */
export const slotOf = (local: number): number =>
  Math.floor(modulo(local - FIRST_MONDAY - AFTER_A_BAR, WEEK) / SLOT)

/** End of the half hour that contains a local time. */
export const endOfSlot = (local: number): number => local + SLOT - modulo(local - AFTER_A_BAR, SLOT)

export const modulo = (value: number, by: number): number => ((value % by) + by) % by

type Offsets = { format: Intl.DateTimeFormat; known: Map<number, number> }

const offsetsOf = memoize<Offsets>(
  zone => ({
    format: new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
    known: new Map(),
  }),
  1_024,
)
const MOST_KNOWN = 20_000

/** How far a zone's clock is ahead of UTC, in milliseconds. */
export function offsetOf(zone: string, at: number): number {
  const { format, known } = offsetsOf(zone)
  const part = Math.floor(at / SLOT)
  const before = known.get(part)
  if (before !== undefined) return before
  const [, sign, hours = 0, minutes = 0] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(part * SLOT)) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(part, offset)
  return offset
}
