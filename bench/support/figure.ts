import { percentile } from '#shared/stats.ts'

/** Results of one file of `bench/`. */
export type Figure = {
  name: string
  /** Baseline of the measurement. */
  control: string
  rows: Row[]
  /** Explanations of the rows. */
  notes: string[]
}

export type Row = {
  what: string
  unit: string
  pregonero: number
  /** Null without a comparison. */
  control: number | null
  /** On the ratio product ÷ control, or on the product's own value. */
  goal?: Goal
}

/** A bound, and the value aimed at. */
export type Goal = {
  of: 'ratio' | 'value'
  atLeast?: number
  atMost?: number
  /** A row that misses it has still met its goal. */
  aim?: number
}

/** @throws RangeError without values */
export function quantile(values: readonly number[], share: number): number {
  const found = percentile(
    values.toSorted((a, b) => a - b),
    share,
  )
  if (found === null) throw new RangeError('there is no quantile of nothing')
  return found
}

export const sum = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0)

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** @returns null without a control, or if the control is 0 */
export const ratio = ({ pregonero, control }: Row): number | null =>
  control ? pregonero / control : null

/** @returns null without a goal */
export function isMet(row: Row): boolean | null {
  if (!row.goal) return null
  const { of, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = row.goal
  const value = of === 'value' ? row.pregonero : ratio(row)
  return value !== null && value >= atLeast && value <= atMost
}
