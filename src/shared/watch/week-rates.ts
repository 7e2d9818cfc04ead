import type { Span } from './spans.ts'
import { endOfSlot, SLOT, SLOTS, SLOTS_A_DAY, slotOf, WEEK } from './week-clock.ts'

/** Expected firings of each half hour of the week, and of the whole week. */
export type Week = { rates: Float64Array; total: number }

/** Prior weights, in firings: of a day, of a half hour of any day, of a half hour of one weekday. */
const OF_A_DAY = 0.05
const OF_A_SLOT = 0.03
const OF_A_WEEKDAY = 0.5
/** Divided by a half hour's rate, upper bound of its weekday's weight: a busy half hour without firings is closed. */
const OF_A_BUSY_WEEKDAY = 0.25
/** Below this share of the mean a half hour is closed. */
const CLOSED = 0.02

/**
 * Smooths the counts. A half hour leans on the same one of the other weekdays, and these on the day's mean:
 * much where hours differ no more than by chance, hardly where they do, so that closed hours stay closed.
 */
export function readWeek(slots: readonly number[], weeks: number): Week {
  const rates = new Float64Array(SLOTS)
  const mean = weeks > 0 ? sumOf(slots) / weeks / SLOTS : 0
  if (mean <= 0) return { rates, total: 0 }
  let total = 0
  for (const days of DAYS) {
    const kin = new Float64Array(SLOTS_A_DAY)
    for (const day of days)
      for (let slot = 0; slot < SLOTS_A_DAY; slot += 1)
        kin[slot] = (kin[slot] ?? 0) + (slots[day * SLOTS_A_DAY + slot] ?? 0)
    const listened = weeks * days.length
    const ofSlot =
      (sumOf(kin) + OF_A_DAY) / (listened + OF_A_DAY / (mean * SLOTS_A_DAY)) / SLOTS_A_DAY
    const evenness = Math.min(evennessOf(kin), OF_A_SLOT + 1 / ofSlot)
    for (let slot = 0; slot < SLOTS_A_DAY; slot += 1) {
      const ofKin = ((kin[slot] ?? 0) + evenness) / (listened + evenness / ofSlot)
      const weight = Math.min(Math.max(evenness, OF_A_WEEKDAY), OF_A_BUSY_WEEKDAY / ofKin)
      for (const day of days) {
        const at = day * SLOTS_A_DAY + slot
        const rate = ((slots[at] ?? 0) + weight) / (weeks + weight / ofKin)
        if (rate < CLOSED * mean) continue
        rates[at] = rate
        total += rate
      }
    }
  }
  return { rates, total }
}

/** Weekdays are alike, the days of a weekend are not. */
const DAYS = [[0, 1, 2, 3, 4], [5], [6]]

function sumOf(counts: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < counts.length; at += 1) sum += counts[at] ?? 0
  return sum
}

const MOST_EVEN = 20
/** With a gamma shape up to this, the hours count as different. */
const UNEVEN = 3

/**
 * Prior weight from the shape of the gamma distribution that explains the scatter beyond Poisson's: large if
 * all counts are alike.
 */
function evennessOf(counts: Float64Array): number {
  const mean = sumOf(counts) / counts.length
  let variance = 0
  for (const count of counts) variance += (count - mean) ** 2 / counts.length
  const shape = mean ** 2 / Math.max(variance - mean, 1e-9)
  return OF_A_SLOT + Math.min(MOST_EVEN, Math.max(0, shape - UNEVEN))
}

/** Firings expected between two instants, outside the spans, which must be as `within` returns them. */
export function expectedIn(
  { rates, total }: Week,
  from: number,
  to: number,
  spans: readonly Span[],
  ahead: number,
): number {
  let sum = 0
  let at = from
  for (const [begin, end] of [...spans, [to, to] as const]) {
    const weeks = Math.floor((begin - at) / WEEK)
    if (weeks > 0) {
      sum += weeks * total
      at += weeks * WEEK
    }
    while (at < begin) {
      const next = Math.min(begin, endOfSlot(at + ahead) - ahead)
      sum += ((rates[slotOf(at + ahead)] ?? 0) * (next - at)) / SLOT
      at = next
    }
    at = Math.max(at, end)
  }
  return sum
}

/** Instants at which the wanted numbers of firings have been expected, outside the spans; `until` at the latest. */
export function whenExpected(
  { rates }: Week,
  wanted: readonly number[],
  from: number,
  until: number,
  spans: readonly Span[],
  aheadAt: (at: number) => number,
): number[] {
  const found = wanted.map(() => until)
  const most = Math.max(...wanted)
  let sum = 0
  let at = from
  for (const [begin, end] of [...spans, [until, until] as const]) {
    while (at < begin) {
      const ahead = aheadAt(at)
      const next = Math.min(begin, endOfSlot(at + ahead) - ahead)
      const rate = (rates[slotOf(at + ahead)] ?? 0) / SLOT
      const after = sum + rate * (next - at)
      for (const [nth, want] of wanted.entries())
        if (sum < want && after >= want) found[nth] = at + (want - sum) / rate
      sum = after
      at = next
      if (sum >= most) return found
    }
    at = Math.max(at, end)
  }
  return found
}
