import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './callout.module.css'

interface CalloutProps {
  what: string
  remedy: string
  hasFailed?: boolean
  /** Buttons that do what is to be done. */
  actions?: ReactNode
}

/** What happened in bold, then what to do, and the buttons that do it. */
export const Callout = ({ what, remedy, hasFailed = false, actions }: CalloutProps) => (
  <div className={classes.callout}>
    <div className={classes.said}>
      {hasFailed ? <IconCircleX color="var(--bad)" /> : <IconAlertTriangle color="var(--warn)" />}
      <p className={classes.text}>
        <strong>{what}</strong> {remedy}
      </p>
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)
