import { Link } from '@tanstack/react-router'
import { addresses } from '../addresses.ts'
import classes from './selected-view-link.module.css'

interface SelectedViewLinkProps {
  /** Of the selected connection; undefined while it is yet to come. */
  name: string | undefined
}

/** «Panel: Oro H1», which leads to the panel of that connection alone. */
export const SelectedViewLink = ({ name }: SelectedViewLinkProps) => (
  <Link to={addresses.dashboard} className={classes.link} title={name}>
    <span className={classes.what}>Panel:</span> <span className={classes.name}>{name ?? '…'}</span>
  </Link>
)
