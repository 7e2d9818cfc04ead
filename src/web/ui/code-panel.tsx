import type { ReactNode } from 'react'
import classes from './code-panel.module.css'
import { usePhone } from './use-phone.ts'

interface CodePanelProps {
  /** A QR code, or its placeholder; hidden on phones, which can't scan themselves. */
  code?: ReactNode
  /** Steps to take with the code. */
  children: ReactNode
}

/** A code to scan, beside its instructions. */
export function CodePanel({ code, children }: CodePanelProps) {
  const isPhone = usePhone()
  return (
    <div className={classes.panel}>
      {code && !isPhone && <div className={classes.code}>{code}</div>}
      <div className={classes.steps}>{children}</div>
    </div>
  )
}
