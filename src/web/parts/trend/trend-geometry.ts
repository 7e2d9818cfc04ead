/** Positions of the parts of the trend chart, as shares of the plot. */

/** Possible steps of the scale, in tenths of a power of ten. */
const roundSteps = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100]

/** Whole numbers at even distances: 0, then one more for each step, the last at least `highest`. */
export function scaleTicks(highest: number, steps: number): number[] {
  const least = Math.max(highest / steps, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const fitting = roundSteps
    .map(tenths => (tenths * power) / 10)
    .filter(step => step >= least && Number.isInteger(step))
  const step = Math.min(...fitting)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** `part` of `whole` as a length. */
export const share = (part: number, whole: number): string => `${(100 * part) / whole}%`

/** Length of a bar by its share, at least 2px unless the count is 0. */
export const barLength = (count: number, top: number): string =>
  count === 0 ? '0px' : `max(2px, ${share(count, top)})`

/** The column `across` the plot: 0 is its start, 1 its end. */
export const columnAt = (across: number, count: number): number =>
  withinRow(Math.floor(across * count), count)

/** The column that a key leads to from `active`, or from outside; undefined for any other key. */
export function columnByKey(key: string, active: number | undefined, count: number) {
  if (key === 'ArrowRight') return withinRow((active ?? -1) + 1, count)
  if (key === 'ArrowLeft') return withinRow((active ?? count) - 1, count)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/**
 * The side of a column with room for a tooltip, and the number of columns, this one included, to leave free from the
 * other end of the plot. A narrow plot has less room on the right.
 */
export function besideColumn(index: number, count: number, narrow: boolean) {
  const turn = count * (narrow ? 1 / 2 : 2 / 3)
  return index < turn
    ? ({ side: 'right', free: index + 1 } as const)
    : ({ side: 'left', free: count - index } as const)
}

const withinRow = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1)
