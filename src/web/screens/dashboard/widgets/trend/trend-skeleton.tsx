import { Skeleton } from '@mantine/core'
import classes from './trend-skeleton.module.css'

/** Working days and weekends, in per cent; no two alike. */
const heights = [68, 72, 78, 34, 30, 70, 74, 84, 86, 76, 36, 32, 62, 73, 88, 96, 85, 38, 31, 66]

/** The chart while it is on its way. */
export const TrendSkeleton = () => (
  <div className={classes.bars} aria-hidden="true">
    {heights.map(height => (
      <Skeleton key={height} width={14} height={`${height}%`} radius={0} />
    ))}
  </div>
)
