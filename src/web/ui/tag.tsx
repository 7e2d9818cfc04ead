import type { ReactNode } from 'react'
import classes from './tag.module.css'
import text from './text.module.css'

/** A small word in a box: a tag, a kind of content, a placeholder (in mono). */
export function Tag({ children, mono }: { children: ReactNode; mono?: boolean }) {
  const title = typeof children === 'string' ? children : undefined
  return (
    <span className={`${classes.tag} ${text.line}`} data-mono={mono} title={title}>
      {children}
    </span>
  )
}
