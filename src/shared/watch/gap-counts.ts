/**
 * Histogram of gap lengths. Each bin is 8 % longer than the one before, so that one short list yields the
 * quantiles of any rhythm, of seconds or of weeks. Counts decay by multiplication.
 */
export type GapCounts = readonly number[]

const RATIO = Math.log(1.08)
const BINS = 256

export const binOf = (gap: number, unit: number): number =>
  gap <= unit ? 0 : Math.min(BINS - 1, 1 + Math.floor(Math.log(gap / unit) / RATIO))

const gapAt = (bin: number, unit: number): number => unit * Math.exp(bin * RATIO)

export function countGap(counts: number[], gap: number, unit: number): void {
  const bin = binOf(gap, unit)
  while (counts.length <= bin) counts.push(0)
  counts[bin] = (counts[bin] ?? 0) + 1
}

/** Gap length that `above` of the counted gaps exceed, interpolated within its bin. */
function gapWithAbove(counts: GapCounts, above: number, unit: number): number {
  let seen = 0
  for (let bin = counts.length - 1; bin >= 0; bin -= 1) {
    const count = counts[bin] ?? 0
    if (count > 0 && seen + count > above) return gapAt(bin - (above - seen) / count, unit)
    seen += count
  }
  return 0
}

export const totalOf = (counts: GapCounts): number => counts.reduce((sum, count) => sum + count, 0)

/** Gap length that a share of all gaps does not exceed. */
export const quantileOf = (counts: GapCounts, share: number, unit: number): number =>
  gapWithAbove(counts, (1 - share) * totalOf(counts), unit)

export type Gaps = { usual: number; median: number; longest: number }

/** Accepted rate of false alarms: one in this many months. */
const MONTHS_A_FALSE_ALARM = 20
/**
 * Lower bound of the longest gap, in usual gaps: a steady rhythm has no tail to learn from, and may miss a
 * firing.
 */
const LEAST_ROOM = 1.6
/** Upper bound of the longest gap, in usual gaps: for a steady rhythm, and for any. */
const MOST_ROOM_STEADY = 2.3
const MOST_ROOM = 3.2
/** Count above the longest gap: a gap is the longest until its decayed count is smaller than this. */
const LONGEST = 0.4

/**
 * Reads the median, the usual gap (1 % are longer) and the longest gap that is still normal: the longest seen,
 * extended along the tail of the distribution to the gap expected once in `MONTHS_A_FALSE_ALARM` months.
 */
export function readGaps(counts: GapCounts, firingsAMonth: number, unit: number): Gaps {
  const total = totalOf(counts)
  const above = Math.min(LONGEST, total / 20)
  const usual = gapWithAbove(counts, total / 100, unit)
  const seen = gapWithAbove(counts, above, unit)
  const inner = gapWithAbove(counts, total / 10, unit)
  const slope = (seen - inner) / Math.log(total / 10 / above)
  const reach = Math.max(0, Math.log((above / total) * firingsAMonth * MONTHS_A_FALSE_ALARM))
  return {
    usual,
    median: gapWithAbove(counts, total / 2, unit),
    longest: Math.max(usual * LEAST_ROOM, seen * 1.1, seen + slope * reach),
  }
}

/** Bounds the longest gap when it is measured in expected firings: hours without firings add no tail then. */
export function boundGaps(gaps: Gaps): Gaps {
  const spread = gaps.usual / Math.max(gaps.median, 1e-9) - 1
  const room = Math.min(MOST_ROOM, MOST_ROOM_STEADY + 0.25 * spread)
  return { ...gaps, longest: Math.min(gaps.longest, gaps.usual * room) }
}
