import type { ReactNode } from 'react'
import classes from './code-panel.module.css'
import { usePhone } from './use-phone.ts'

interface CodePanelProps {
  /** A QR code, or what stands in for it until it is there; phones, which can't scan themselves, are not shown it. */
  code?: ReactNode
  /** What is done with it. */
  children: ReactNode
}

/** A code to scan, and what to do, beside each other. */
export function CodePanel({ code, children }: CodePanelProps) {
  const isPhone = usePhone()
  return (
    <div className={classes.panel}>
      {code && !isPhone && <div className={classes.code}>{code}</div>}
      <div className={classes.steps}>{children}</div>
    </div>
  )
}
