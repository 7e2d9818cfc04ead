import { type Icon, IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** `bad`: an error, announced by screen readers. `warn`: something to know before going on. */
  tone?: 'bad' | 'warn'
  /** Replaces the icon of the tone. */
  icon?: Icon
  children: ReactNode
  className?: string | undefined
}

/** Error or warning in a box, such as the refusal of a whole form. */
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
