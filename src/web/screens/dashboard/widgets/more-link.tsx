import { Link } from '@tanstack/react-router'
import { formatNumber } from '#shared/format.ts'
import classes from './more-link.module.css'

/** The foot of a card that has room for some connections only. */
export const MoreLink = ({ count }: { count: number }) => (
  <Link to="/connections" className={classes.foot}>
    ...y {formatNumber(count)} más
  </Link>
)
