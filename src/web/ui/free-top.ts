/** Vertical extent of an element in the window, in pixels. */
export interface Stretch {
  top: number
  bottom: number
}

/** Gap between a toast and the elements it keeps clear of. */
const GAP = 8

/**
 * First position from `first` on at which a box of that height covers no stretch of `keeping`, whose groups are
 * sorted by importance. If it would end below `end`, the least important group is dropped, down to the first group.
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
