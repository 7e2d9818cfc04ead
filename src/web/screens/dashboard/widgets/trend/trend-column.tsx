import { memo } from 'react'
import classes from './trend-column.module.css'
import { barLength, share } from './trend-geometry.ts'
import colours from './trend-series.module.css'
import { type TrendCounts, trendSeries } from './trend-words.ts'

interface TrendColumnProps extends TrendCounts {
  index: number
  count: number
  /** The end of the scale. */
  top: number
  active: boolean
}

/** One day or week, piled up from success on. */
export const TrendColumn = memo(function TrendColumn(props: TrendColumnProps) {
  const { index, count, top, active } = props
  const lengths = trendSeries.map(series => barLength(props[series], top))
  return (
    <svg
      className={classes.column}
      data-active={active}
      x={share(index, count)}
      width={share(1, count)}
      aria-hidden="true"
    >
      <rect className={classes.band} width="100%" height="100%" />
      {trendSeries.map((series, nth) => (
        <rect
          key={series}
          className={`${classes.bar} ${colours.series}`}
          data-series={series}
          style={{
            y: `calc(${['0px', ...lengths.slice(0, nth)].join(' + ')})`,
            height: lengths[nth],
          }}
        />
      ))}
    </svg>
  )
})
