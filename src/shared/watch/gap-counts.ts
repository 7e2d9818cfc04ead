/**
 * Gaps counted by their length, each bin 8 % longer than the one before, so that quantiles of any rhythm,
 * of seconds or of weeks, are read from one short list. Counts fade by being multiplied.
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

/** Below which `of` all counts lie with `beyond` of them above it, as a number of gaps. */
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

/** The gap that a share of all gaps does not exceed. */
export const quantileOf = (counts: GapCounts, share: number, unit: number): number =>
  gapWithAbove(counts, (1 - share) * totalOf(counts), unit)

export type Gaps = { usual: number; median: number; longest: number }

/** Silence that is no alarm may come to more than once in so and so many months. */
const MONTHS_A_FALSE_ALARM = 20
/** A steady rhythm has no tail to learn from: room for a firing that was left out. */
const LEAST_ROOM = 1.6
/** However long the longest gaps were, an alarm comes before so many usual ones: of a steady rhythm, and of any. */
const MOST_ROOM_STEADY = 2.3
const MOST_ROOM = 3.2
/** Above the longest gap that is not quite forgotten lies less than one. */
const LONGEST = 0.4

/**
 * What gaps tell: the median, the usual gap (of a hundred one is longer), and the longest that is still taken for
 * one: as long as the longest was, and from there on as the tail goes, as far as a month's firings reach.
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

/** The same where time was measured by what was expected in it, so that hours of no firing are no tail. */
export function boundGaps(gaps: Gaps): Gaps {
  const spread = gaps.usual / Math.max(gaps.median, 1e-9) - 1
  const room = Math.min(MOST_ROOM, MOST_ROOM_STEADY + 0.25 * spread)
  return { ...gaps, longest: Math.min(gaps.longest, gaps.usual * room) }
}
