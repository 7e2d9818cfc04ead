/** What an element takes of the window's height, in pixels. */
export interface Stretch {
  top: number
  bottom: number
}

/** Between a toast and what it keeps clear of. */
const GAP = 8

/**
 * How far from the top a box of that height covers nothing of the `keeping`, the most important first, from
 * `first` on; where there is no such place above `end`, the least important gives way, and so on up to the first.
 */
export function freeTop(
  height: number,
  { first, end, keeping }: { first: number; end: number; keeping: Stretch[][] },
): number {
  const top = below(height, first, keeping.flat())
  return top + height <= end || keeping.length <= 1
    ? top
    : freeTop(height, { first, end, keeping: keeping.slice(0, -1) })
}

function below(height: number, first: number, stretches: readonly Stretch[]): number {
  let top = first
  for (const stretch of stretches.toSorted((a, b) => a.top - b.top))
    if (stretch.top < top + height && stretch.bottom > top) top = stretch.bottom + GAP
  return top
}
