import type { ReactNode } from 'react'
import classes from './callout.module.css'

interface CalloutProps {
  what: string
  remedy: string
  hasFailed?: boolean
  /** Buttons that do what is to be done. */
  actions?: ReactNode
}

/** What happened in bold, then what to do. */
export const Callout = ({ what, remedy, hasFailed = false, actions }: CalloutProps) => (
  <div className={classes.callout} data-failed={hasFailed}>
    <p className={classes.text}>
      <strong>{what}</strong> {remedy}
    </p>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)
