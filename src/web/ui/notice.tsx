import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  children: ReactNode
  className?: string | undefined
}

/** What went wrong with a form as a whole, below its button. */
export function Notice({ children, className }: NoticeProps) {
  return (
    <div className={`${classes.notice} ${className ?? ''}`} role="alert">
      <IconAlertCircle />
      <span>{children}</span>
    </div>
  )
}
