/** Stretches of time, each from an instant up to another, in milliseconds. */
export type Span = readonly [from: number, to: number]

/** Parts of the spans between two instants, in order and without overlaps. */
export function within(spans: readonly Span[], from: number, to: number): Span[] {
  const found = spans
    .filter(([begin, end]) => begin < to && end > from && begin < end)
    .map(([begin, end]): [number, number] => [Math.max(begin, from), Math.min(end, to)])
    .sort(([one], [other]) => one - other)
  const merged: [number, number][] = []
  for (const span of found) {
    const before = merged.at(-1)
    if (before !== undefined && span[0] <= before[1]) before[1] = Math.max(before[1], span[1])
    else merged.push(span)
  }
  return merged
}

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, [from, to]) => sum + to - from, 0)

/** Instant at which `time` has passed outside the spans, which must be as `within` returns them. */
export function afterOutside(spans: readonly Span[], from: number, time: number): number {
  let end = from + time
  for (const [begin, until] of spans) {
    if (begin >= end) break
    end += until - begin
  }
  return end
}
