import { memo } from 'react'
import classes from './trend-column.module.css'
import { barLength, share } from './trend-geometry.ts'

interface TrendColumnProps {
  index: number
  count: number
  successful: number
  failed: number
  /** The end of the scale. */
  top: number
  active: boolean
}

/** One day or week, drawn upwards: success, then failure. */
export const TrendColumn = memo(function TrendColumn(props: TrendColumnProps) {
  const { index, count, successful, failed, top, active } = props
  const middle = barLength(successful, top)
  return (
    <svg
      className={classes.column}
      data-active={active}
      x={share(index, count)}
      width={share(1, count)}
      aria-hidden="true"
    >
      <rect className={classes.band} width="100%" height="100%" />
      <rect className={classes.bar} data-series="successful" style={{ height: middle }} />
      <rect
        className={classes.bar}
        data-series="failed"
        style={{ y: middle, height: barLength(failed, top) }}
      />
    </svg>
  )
})
