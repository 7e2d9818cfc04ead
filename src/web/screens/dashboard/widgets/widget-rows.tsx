import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import classes from './widget-rows.module.css'

interface RowsSkeletonProps {
  rows: number
  /** At the right end of each row. */
  aside: ReactNode
}

/** Placeholder rows with an icon and two lines of text. */
export const RowsSkeleton = ({ rows, aside }: RowsSkeletonProps) => (
  <div className={classes.rows} aria-hidden="true">
    {[...Array(rows).keys()].map(row => (
      <div key={row} className={classes.row}>
        <Skeleton height={16} width={16} circle />
        <div className={classes.lines}>
          <Skeleton height={12} width="60%" />
          <Skeleton height={8} width="40%" />
        </div>
        {aside}
      </div>
    ))}
  </div>
)

/** Foot of a card that has room for only some connections. */
export const MoreLink = ({ count }: { count: number }) => (
  <Link to="/connections" className={classes.foot}>
    ...y {formatNumber(count)} más
  </Link>
)
