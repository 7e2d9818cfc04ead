import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './widget-message.module.css'

/** Stands where a widget can't show its content, in as little room as there may be. */
export function WidgetMessage({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.message} role="alert">
      <IconAlertTriangle className={classes.icon} />
      <span>{children}</span>
      {action}
    </div>
  )
}
