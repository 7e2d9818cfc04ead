import type { CSSProperties, HTMLAttributes } from 'react'
import classes from './skeleton.module.css'

interface SkeletonProps extends Pick<HTMLAttributes<HTMLDivElement>, 'role' | 'aria-label'> {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  circle?: boolean
  /** Margins in pixels, `my` above and below. */
  my?: number
  mt?: number
  mb?: number
  mr?: number
  className?: string | undefined
}

/**
 * Placeholder of loading content. Our own, since a screen renders a hundred of them before anything else, and each of
 * Mantine's takes a compositor layer.
 */
export const Skeleton = ({
  width,
  height,
  circle,
  my,
  mt = my,
  mb = my,
  mr,
  className,
  ...said
}: SkeletonProps) => (
  <div
    {...said}
    className={className ? `${classes.skeleton} ${className}` : classes.skeleton}
    data-circle={circle}
    style={{
      width: width ?? (circle ? height : undefined),
      height,
      marginTop: mt,
      marginBottom: mb,
      marginRight: mr,
    }}
  />
)
