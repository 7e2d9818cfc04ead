import { Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** One line with the reason. */
  children?: ReactNode
  /** The next step, as a button. */
  action?: ReactNode
  /** Without a frame, for use inside a card. */
  bare?: boolean
  /** Compact and without a frame, like a row of the empty list, among other cards. */
  row?: boolean
}

/** Empty state: title, reason and next step. */
export function EmptyState({ icon: Icon, title, children, action, bare, row }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-bare={bare} data-row={row}>
      <Icon className={classes.icon} />
      <Text className={classes.title}>{title}</Text>
      {children && <div className={classes.why}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
