import { memo } from 'react'
import classes from './weeks-strip.module.css'

interface WeeksStripProps {
  /** Firings on each day; the last one is today. */
  days: readonly number[]
  /** Label for screen readers. */
  label: string
}

/** Min height of a bar with firings, so that a day with one is visible beside a day with a thousand. */
const LEAST = 3
const HEIGHT = 20
const STEP = 6
const BAR = 4

/** One bar a day, by the square root of its count, so that a busy day does not flatten the others. */
export const WeeksStrip = memo(function WeeksStrip({ days, label }: WeeksStripProps) {
  const highest = Math.sqrt(Math.max(1, ...days))
  const bar = (count: number) =>
    count === 0 ? 1 : LEAST + ((HEIGHT - LEAST) * Math.sqrt(count)) / highest
  const path = (isMeant: (count: number) => boolean) =>
    days
      .map((count, nth) =>
        isMeant(count) ? `M${nth * STEP} ${HEIGHT}h${BAR}v${-bar(count)}h${-BAR}z` : '',
      )
      .join('')
  return (
    <svg
      className={classes.strip}
      viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={classes.fired} d={path(count => count > 0)} />
      <path className={classes.none} d={path(count => count === 0)} />
    </svg>
  )
})
