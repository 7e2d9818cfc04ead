import type { ReactNode } from 'react'
import classes from './figure.module.css'
import { Skeleton } from './skeleton.tsx'
import text from './text.module.css'

interface FigureProps {
  label: ReactNode
  /** Undefined until loaded, like the note. */
  children: ReactNode
  note: ReactNode
  /** Before the note. */
  noteIcon?: ReactNode
  /** For a rate: true if it is good, false if not; undefined for other figures, and before the first attempt. */
  good?: boolean | undefined
}

/** A figure in a list: its label, its value, and a note for comparison. */
export const Figure = ({ label, children, note, noteIcon, good }: FigureProps) => (
  <div className={classes.figure}>
    <dt className={`${classes.label} ${text.line}`}>{label}</dt>
    <dd className={classes.value} data-good={good}>
      {children ?? <Skeleton height={24} width={72} />}
    </dd>
    <dd
      className={`${classes.note} ${text.line}`}
      title={typeof note === 'string' ? note : undefined}
    >
      {noteIcon}
      {note ?? <Skeleton height={8} width="60%" />}
    </dd>
  </div>
)
