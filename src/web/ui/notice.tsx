import { type Icon, IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** `bad`: something went wrong, and is called out. `warn`: something to know before going on. */
  tone?: 'bad' | 'warn'
  /** Where what is told has a mark of its own. */
  icon?: Icon
  children: ReactNode
  className?: string | undefined
}

/** What went wrong with a form as a whole, below its button; or what will go wrong. */
export function Notice({
  tone = 'bad',
  icon: Mark = tone === 'bad' ? IconAlertCircle : IconAlertTriangle,
  children,
  className,
}: NoticeProps) {
  return (
    <div
      className={`${classes.notice} ${className ?? ''}`}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'note'}
    >
      <Mark />
      <div className={classes.text}>{children}</div>
    </div>
  )
}
