import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './callout.module.css'

interface CalloutProps {
  what: string
  remedy: string
  hasFailed?: boolean
  /** Buttons that apply the remedy. */
  actions?: ReactNode
}

/** The problem in bold, then its remedy, and the buttons that apply it. */
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
