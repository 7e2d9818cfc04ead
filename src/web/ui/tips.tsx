import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tips.module.css'
import { useRestedOn } from './use-rested-on.ts'

/** Tooltip of a control within `Tips`, shown while the mouse rests on it. */
export const tip = (text: string | null) => ({ 'data-tip': text ?? undefined })

/** One tooltip for all controls inside that have a text. */
export function Tips({ children }: { children: ReactNode }) {
  const { element, rested, listeners } = useRestedOn({ selector: '[data-tip]', after: 300 })
  return (
    <div className={classes.within} {...listeners}>
      {children}
      {element && <Tooltip target={element} opened={rested} label={element.dataset.tip} />}
    </div>
  )
}
